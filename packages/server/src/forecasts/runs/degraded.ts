import { sayDegraded } from '@lonja/client/reasons/degraded';
import { degradedEn } from '@lonja/client/reasons/degraded-en';
import type { DegradedCode, DegradedReason } from '../../ground/database/degraded-reason.ts';

/** What stands in for something and has no key of the API is named; inputs and auctions are their keys. */
const NAMED: Readonly<Record<string, string>> = {
  'da.forecast': degradedEn.names['da.forecast'],
  own_forecast: degradedEn.names.own_forecast,
  weekly_naive: degradedEn.names.weekly_naive,
};

/** Of these the price of an auction stands in, not its forecast. */
const STANDS_IN_AS_PRICE: ReadonlySet<DegradedCode> = new Set(['model_replaced', 'no_past_prices']);

/** The reason in English; `days` are those of several reasons that differ in nothing else. */
function sentenceOf({ standIn, detail, ...reason }: DegradedReason, days?: string): string {
  const said = sayDegraded({ ...reason, days, stand_in: standIn }, degradedEn, (key) => {
    const isPrice = key === standIn && STANDS_IN_AS_PRICE.has(reason.code);
    return NAMED[key] ?? (isPrice ? `the price of ${key}` : key);
  });
  return detail === undefined ? said : `${said}: ${detail}`;
}

/** English sentences, one for all days of reasons that differ in the day alone where the sentence can name several. */
export function degradedSentences(reasons: readonly DegradedReason[]): string[] {
  const groups = Map.groupBy(reasons, (reason) => sentenceOf(reason, 'days'));
  return [...groups.values()].map(([first, ...others]) =>
    sentenceOf(first, [first, ...others].map(({ day }) => day).join(', ')),
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
    text: sentenceOf(reason),
  };
}

interface WhyDegraded {
  degraded: readonly string[];
  degradedReasons: readonly DegradedReason[] | undefined;
}

/** Why runs are weaker than usual, in sentences and as data, each once. */
export function toDegraded(...runs: WhyDegraded[]) {
  const reasons = runs.flatMap(degradedRecords);
  return {
    degraded: [...new Set(runs.flatMap(({ degraded }) => degraded))],
    degraded_reasons: [...new Map(reasons.map((reason) => [reason.text, reason])).values()],
  };
}
