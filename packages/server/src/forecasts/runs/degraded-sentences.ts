import type { DegradedCode, DegradedReason } from '../../ground/database/degraded-reason.ts';

export { DEGRADED_CODES, type DegradedReason } from '../../ground/database/degraded-reason.ts';

/** The reason in words; `days` are those of several reasons that differ in nothing else. */
type Sentence = (reason: DegradedReason, days: string) => string;

const STAND_INS: Readonly<Record<string, string>> = {
  'da.forecast': 'the day-ahead forecast',
  own_forecast: "the service's own forecast",
  weekly_naive: 'the weekly naive',
};

const SENTENCES: Record<DegradedCode, Sentence> = {
  prices_late: ({ day }) => `prices from ${day} on are not available yet`,
  auction_prices_late: ({ input, day }) => `prices of ${input} after ${day} are not available yet`,
  auction_late: (reason) => `prices of ${reason.input} are not available yet${standInOf(reason)}`,
  auction_empty: (reason) =>
    `${reason.input} of ${reason.day} was published without prices${standInOf(reason)}`,
  no_auction_known: (reason) => `no auction of ${reason.day} is known yet${standInOf(reason)}`,
  input_late: (reason) => `${reason.input} of ${reason.day} is not available yet${standInOf(reason)}`,
  input_stale: ({ input, day }) => `${input} after ${day} is not available yet`,
  input_not_renewed: ({ input, day }) => `${input} of ${day} has not been renewed since the auction before`,
  fundamentals_not_forecast: (_reason, days) => `load, wind and solar of ${days} are not forecast yet`,
  no_weather: ({ input }, days) => `${input} of ${days} is forecast without weather data`,
  not_modelled: ({ input }) => `no model has forecast ${input}: means of earlier days stand in`,
  short_history: ({ known, wanted }) =>
    `the model is fitted on the prices of ${known} days instead of ${wanted}`,
  model_replaced: ({ standIn = '', detail }) =>
    `${STAND_INS[standIn] ?? `the price of ${standIn}`} stands in for the model: ${detail}`,
  no_past_prices: ({ input, standIn }) =>
    `no past prices of ${input} are known: the price of ${standIn} stands in for the model`,
  few_calibration_days: ({ known, wanted }) =>
    `the bounds rest on forecasts of the last ${known} days; ${wanted} are wanted`,
  bounds_widened: ({ day }) => `the bounds of ${day} are as wide as a day further ahead`,
  bounds_of_naive: () => 'the bounds rest on errors of the weekly naive',
  bounds_of_day_ahead: () => 'the bounds are as wide as those of the day-ahead forecast',
  bounds_of_spread: ({ input, standIn }) => `the bounds rest on the spread between ${standIn} and ${input}`,
};

/** English sentences, one for all days of reasons that differ in the day alone where the sentence can name several. */
export function degradedSentences(reasons: readonly DegradedReason[]): string[] {
  const groups = Map.groupBy(reasons, (reason) => SENTENCES[reason.code](reason, 'days'));
  return [...groups.values()].map(([first, ...others]) =>
    SENTENCES[first.code](first, [first, ...others].map(({ day }) => day).join(', ')),
  );
}

/** A reason as the API and the events have it; all parts are there. */
export interface DegradedRecord {
  code: DegradedCode | 'other';
  input: string | null;
  day: string | null;
  stand_in: string | null;
  known: number | null;
  wanted: number | null;
  text: string;
}

/** Why a run is weaker than usual, as data; reasons of before they were kept as such are their sentences. */
export function degradedRecords(run: {
  degraded: readonly string[];
  degradedReasons?: readonly DegradedReason[] | undefined;
}): DegradedRecord[] {
  return (
    run.degradedReasons?.map(recordOf) ?? run.degraded.map((text) => ({ ...NOTHING, code: 'other', text }))
  );
}

const NOTHING = { input: null, day: null, stand_in: null, known: null, wanted: null };

function recordOf(reason: DegradedReason): DegradedRecord {
  const { code, input, day, standIn, known, wanted } = reason;
  return {
    code,
    input: input ?? null,
    day: day ?? null,
    stand_in: standIn ?? null,
    known: known ?? null,
    wanted: wanted ?? null,
    text: degradedSentences([reason])[0],
  };
}

function standInOf({ standIn }: DegradedReason): string {
  return standIn === undefined ? '' : `; ${STAND_INS[standIn] ?? standIn} stands in`;
}
