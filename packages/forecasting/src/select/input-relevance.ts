import { dayNumber } from '../market/delivery-day.ts';
import { MAX_LAG_DAYS } from '../features/feature-blocks.ts';
import { type Rows, rememberSearch, settledUntil } from './settled-search.ts';
import { loadKernel } from '../runtime/kernel/load-kernel.ts';
import { innerProducts } from '../linalg/normal-equations.ts';
import type { Panel } from '../data/panel.ts';
import { DAY_COVARIANCE, DAY_NOISE } from '../learners/gaussian-process/covariance.ts';
import { type DayEncoding, type DayGroups, dayGroups } from '../features/day-groups.ts';
import { noiseOf, targetsOf } from '../learners/gaussian-process/lessons.ts';
import { type Lessons, aheadOf, weightedFeatures } from '../learners/gaussian-process/regression.ts';
import {
  type TrainingDay,
  encodingOf,
  trainingRows,
  wantedBlocks,
  withScales,
} from '../learners/gaussian-process/training-days.ts';

/** Days whose forecasts tell how much an input counts. */
const SEARCH_DAYS = 364;

/** Days with complete prices among them below which every input counts 1. */
const FEWEST_DAYS = 182;

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

/**
 * How much each exogenous input counts in this market, relative to what is usual (1): the values under which the processes would
 * have forecast the year before best, each day from the days before it (see `settledUntil`); nothing is searched where less than half
 * a year is known. Found by coordinate search, drawn towards 1; the settings were chosen on the 546 days before the test spans of the benchmarks.
 */
export function inputRelevance(panel: Panel, target: number): Record<string, number> {
  const until = settledUntil(panel, target);
  const from = Math.max(0, until - SEARCH_DAYS - REACH_DAYS);
  return until - from < FEWEST_DAYS || panel.exogenous.length === 0 ? {} : search(panel, { from, until });
}

const search = rememberSearch((panel: Panel, { until }: Rows): Record<string, number> => {
  const cases = SCALES.map((scale) => {
    const window = { target: until, windowDays: SEARCH_DAYS + MAX_LAG_DAYS };
    const { rows, blocks } = trainingRows(panel, wantedBlocks(panel), window);
    const days = withScales(panel, rows, scale);
    return { days, encoding: encodingOf(panel, blocks, days) };
  });
  if (cases.some(({ days }) => days.length < FEWEST_DAYS)) return {};
  const names = Object.keys(cases[0].encoding.inputs);
  const lessons = cases.map((one) => lessonsOf(panel, one));
  const costs = new Map<string, number>();
  const costOf = (relevance: Record<string, number>): number => {
    const key = names.map((name) => relevance[name]).join(' ');
    const cost =
      costs.get(key) ??
      lessons.reduce((sum, one) => sum + Math.log(errorOf(one, relevance)) / lessons.length, 0) +
        RESERVE * names.reduce((sum, name) => sum + Math.log(relevance[name]) ** 2, 0);
    costs.set(key, cost);
    return cost;
  };
  let best = Object.fromEntries(names.map((name) => [name, 1]));
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
});

/** What the processes learn, whatever the relevance: inner products of the days' features for each term, in parts. */
interface SearchLessons extends Lessons {
  /** Day numbers. */
  days: number[];
  /** Of what is no input. */
  fixed: Float64Array[];
  /** By name of the input, of relevance 1. */
  ofInput: Record<string, Float64Array[]>;
}

function lessonsOf(
  panel: Panel,
  { days: training, encoding }: { days: TrainingDay[]; encoding: DayEncoding },
): SearchLessons {
  const kernel = loadKernel();
  const names = Object.keys(encoding.inputs);
  /** With the relevance of one input 1 and that of the others 0. */
  const groupsOf = (only: string | undefined): DayGroups[] => {
    const inputs = Object.fromEntries(
      names.map((name) => [name, { ...encoding.inputs[name], relevance: name === only ? 1 : 0 }]),
    );
    return training.map(({ row, scale }) => dayGroups(panel, row, scale, { ...encoding, inputs }));
  };
  const gramsOf = (days: DayGroups[]): Float64Array[] =>
    DAY_COVARIANCE.map((term) => innerProducts(kernel, weightedFeatures(days, term), days.length));
  const whole = groupsOf(undefined);
  const first = dayNumber(panel.days[0]);
  return {
    days: training.map(({ row }) => first + row),
    fixed: gramsOf(whole),
    ofInput: Object.fromEntries(
      names.map((name) => [
        name,
        gramsOf(groupsOf(name).map((day) => day.filter((group) => group.name.startsWith('input')))),
      ]),
    ),
    targets: targetsOf(panel, training),
    noise: whole.map((day) => noiseOf(day, DAY_NOISE)),
  };
}

/** Mean absolute error of the transformed prices of the later two thirds of the days, each forecast from the days before it. */
function errorOf(
  { days, fixed, ofInput, ...lessons }: SearchLessons,
  relevance: Record<string, number>,
): number {
  const grams = fixed.map((values, t) => {
    const sum = values.slice();
    for (const [name, parts] of Object.entries(ofInput)) {
      const square = relevance[name] ** 2;
      const part = parts[t];
      for (let i = 0; i < sum.length; i++) sum[i] += square * part[i];
    }
    return sum;
  });
  const ahead = aheadOf(loadKernel(), DAY_COVARIANCE, { days, grams }, lessons);
  const from = Math.ceil(days.length / 3);
  let error = 0;
  lessons.targets.forEach((target, slot) => {
    for (let i = from; i < days.length; i++) error += Math.abs(target[i] - ahead[slot][i]);
  });
  return error / (days.length - from) / lessons.targets.length;
}
