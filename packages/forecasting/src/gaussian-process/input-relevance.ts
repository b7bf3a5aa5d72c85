import { dayNumber } from '../calendar/delivery-day.ts';
import { MAX_LAG_DAYS } from '../features/lear-features.ts';
import type { Panel } from '../series/panel.ts';
import { type DayEncoding, dayGroups } from './day-groups.ts';
import { regressionOfDays } from './regression-of-days.ts';
import { type TrainingDay, encodingOf, trainingDays, wantedBlocks } from './training-days.ts';

/** Days whose forecasts tell how much an input counts. */
const SEARCH_DAYS = 364;

/** Days with complete prices among them below which every input counts 1. */
const FEWEST_DAYS = 182;

/** Days between two searches: what they find changes slowly, and one costs as much as a fit. */
const SEARCH_EVERY_DAYS = 28;

/** What is searched stands for the processes that measure prices by the last week and by the last four. */
const SCALES = [
  { levelDays: 7, spreadDays: 7 },
  { levelDays: 28, spreadDays: 28 },
];

/** Factors by which the relevance of each input is raised or lowered, one sweep each. */
const STEPS = [1.4, 1.4, 1.4, 1.18];

/** How much smaller the error's logarithm must be for each squared logarithm of a relevance that is not 1. */
const RESERVE = 0.0165;

/** What the first day of a search is measured by reaches back so far. */
const REACH_DAYS = Math.max(
  MAX_LAG_DAYS,
  ...SCALES.flatMap(({ levelDays, spreadDays }) => [levelDays, spreadDays]),
);

/** Searches whose result is kept: one for each horizon and market that is forecast at the same time. */
const KEPT_SEARCHES = 16;

interface Search {
  key: { firstDay: number; names: string; values: Float64Array[] };
  relevance: Record<string, number>;
}

const kept: Search[] = [];

/**
 * How much each exogenous input counts in this market, relative to what is usual (1): the values under which the processes would
 * have forecast the year before best, each day from the days before it. Rests on days more than a week back, up to a multiple of 28
 * days, so that it changes every four weeks only and is the same for all days of a horizon; nothing is searched where less than half
 * a year is known. Found by coordinate search, drawn towards 1; the settings were chosen on the 546 days before the test spans of the benchmarks.
 */
export function inputRelevance(panel: Panel, target: number): Record<string, number> {
  const first = dayNumber(panel.days[0]);
  const settled = target - MAX_LAG_DAYS;
  const until = settled - ((first + settled) % SEARCH_EVERY_DAYS);
  const from = Math.max(0, until - SEARCH_DAYS - REACH_DAYS);
  if (until - from < FEWEST_DAYS || panel.exogenous.length === 0) return {};
  const { slotsPerDay } = panel;
  const key = {
    firstDay: first + from,
    names: JSON.stringify(panel.exogenous.map(({ name }) => name)),
    values: [panel.price, ...panel.exogenous.map(({ values }) => values)].map((values) =>
      values.slice(from * slotsPerDay, until * slotsPerDay),
    ),
  };
  const place = kept.findIndex((search) => isSame(search.key, key));
  const [known] = place === -1 ? [{ key, relevance: search(panel, until) }] : kept.splice(place, 1);
  kept.unshift(known);
  kept.length = Math.min(kept.length, KEPT_SEARCHES);
  return known.relevance;
}

function isSame(one: Search['key'], other: Search['key']): boolean {
  return (
    one.firstDay === other.firstDay &&
    one.names === other.names &&
    one.values.every(
      (values, i) =>
        values.length === other.values[i].length &&
        values.every((value, at) => Object.is(value, other.values[i][at])),
    )
  );
}

function search(panel: Panel, until: number): Record<string, number> {
  const cases = SCALES.map((scale) => {
    const window = { target: until, windowDays: SEARCH_DAYS + MAX_LAG_DAYS, scale };
    const { days, blocks } = trainingDays(panel, wantedBlocks(panel), window);
    return { days, encoding: encodingOf(panel, blocks, days) };
  });
  if (cases.some(({ days }) => days.length < FEWEST_DAYS)) return {};
  const names = Object.keys(cases[0].encoding.inputs);
  let best = Object.fromEntries(names.map((name) => [name, 1]));
  const costOf = (relevance: Record<string, number>): number =>
    cases.reduce((sum, one) => sum + Math.log(errorOf(panel, one, relevance)) / cases.length, 0) +
    RESERVE * names.reduce((sum, name) => sum + Math.log(relevance[name]) ** 2, 0);
  let least = costOf(best);
  for (const step of STEPS) {
    for (const name of names) {
      for (const factor of [step, 1 / step]) {
        const relevance = { ...best, [name]: best[name] * factor };
        const cost = costOf(relevance);
        if (!(cost < least)) continue;
        least = cost;
        best = relevance;
        break;
      }
    }
  }
  return best;
}

/** Mean absolute error of the transformed prices of the later two thirds of the days, each forecast from the days before it. */
function errorOf(
  panel: Panel,
  { days, encoding }: { days: TrainingDay[]; encoding: DayEncoding },
  relevance: Record<string, number>,
): number {
  const inputs = Object.fromEntries(
    Object.entries(encoding.inputs).map(([name, input]) => [name, { ...input, relevance: relevance[name] }]),
  );
  const groups = days.map((day) => dayGroups(panel, day.row, day.scale, { ...encoding, inputs }));
  const { targets, posteriors } = regressionOfDays(panel, days, groups);
  const from = Math.ceil(days.length / 3);
  let sum = 0;
  posteriors.forEach(({ ahead }, slot) => {
    for (let i = from; i < days.length; i++) sum += Math.abs(targets[slot][i] - ahead[i]);
  });
  return sum / (days.length - from) / targets.length;
}
