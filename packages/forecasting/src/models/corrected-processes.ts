import { chancesOfRows } from '../learners/boosting/chances-of-rows.ts';
import { type BoostedTrees, fitBoostedTrees } from '../learners/boosting/fit-boosted-trees.ts';
import { predictBoostedTrees } from '../learners/boosting/predict-boosted-trees.ts';
import { dayNumber } from '../market/delivery-day.ts';
import { blocksForTarget } from '../features/usable-blocks.ts';
import { type FeatureBlock, panelBlocks } from '../features/feature-blocks.ts';
import type { Panel } from '../data/panel.ts';
import { toNumbers } from '../linalg/to-numbers.ts';
import { type HourFeature, hourFeatures } from '../features/hour-features.ts';
import { priceScale } from '../target/boosted-scale.ts';
import {
  type ErrorDays,
  ERROR_SCALE_DAYS,
  correctionFeatures,
  errorScale,
  errorSizes,
} from '../features/error-features.ts';
import { onlineWeights, weightedMean } from '../combine/exponentiated-gradient.ts';
import type { Forecaster, MemberForecasts } from './forecaster.ts';
import {
  type DayForecasts,
  type GaussianProcessFit,
  type SecondLook,
  createGaussianProcess,
  forecastsByRow,
} from './gaussian-process.ts';

/** Gaussian processes and the trees that correct them, as plain JSON. */
export interface CorrectedProcessesFit {
  model: 'corrected-processes';
  members: GaussianProcessFit[];
  /** How much each member counts, adding up to 1. */
  weights: number[];
  /** Absent where there are too few days to learn from. */
  correction?: {
    /** What each member adds as it looks again, at the mean of what the adaptive members forecast. */
    seconds: SecondLook[];
    blocks: FeatureBlock[];
    /** Mean absolute error of that mean in the last four weeks, price unit. */
    scale: number;
    trees: BoostedTrees;
    /** Errors of the last four weeks by day number. */
    errors: [day: number, error: number[]][];
  };
}

export interface CorrectedProcessesOptions {
  /** Part of what the trees say that is added. */
  share?: number;
  /** Part of the second look in a member's forecast. */
  secondShare?: number;
  trees?: number;
  seed?: number;
}

/** Measure prices by the last week and by the last four: they carry over from cheap years to dear ones. */
const ADAPTIVE_MEMBERS = [7, 28].map((days) => createGaussianProcess({ levelDays: days, spreadDays: days }));

/** Days that the recent member sees. */
const RECENT_DAYS = 546;

/**
 * Beside them one that measures prices by the last year, which is better where their level means something, and one that sees
 * a year and a half alone, which is better where an upheaval lies further back.
 */
const MEMBERS = [
  ...ADAPTIVE_MEMBERS,
  createGaussianProcess({ levelDays: 364, spreadDays: 364 }),
  createGaussianProcess({ levelDays: 28, spreadDays: 364, windowDays: RECENT_DAYS }),
];

/** Days at the start whose hindcasts rest on too little to be typical. */
const WARM_UP_DAYS = 75;

/** Days before the target day on which members are weighed. */
const WEIGHING_DAYS = 364;

/** Days of errors below which nothing is corrected. */
const FEWEST_DAYS = 120;

/** Age in days at which an hour is seen 1/e times as often as the latest. */
const MEMORY_DAYS = 600;

const BOOSTING = {
  loss: { kind: 'absolute' },
  learningRate: 0.05,
  maxLeaves: 12,
  minLeafRows: 50,
  shrinkage: 20,
  columnShare: 0.5,
  maxBins: 63,
} as const;

/** Chance of the latest hours to be seen by a tree. */
const HOUR_SHARE = 0.5;

/**
 * Gaussian processes that measure prices otherwise or see other years, each of which looks twice, the second time at days that are alike
 * in what was forecast. They are weighed by their errors of the last year, and boosted trees that have learnt the errors of the first look correct them.
 * What is learnt is honest: each training day's forecast stands on the days before it, and costs nothing (see `GaussianProcess.fitWithHindcasts`).
 */
export function createCorrectedProcesses(
  options: CorrectedProcessesOptions = {},
): Forecaster<CorrectedProcessesFit> {
  const { share, secondShare, trees, seed } = {
    share: 0.35,
    secondShare: 3 / 7,
    trees: 80,
    seed: 1,
    ...options,
  };
  return {
    name: 'corrected-processes',
    minHistoryDays: Math.max(...MEMBERS.map(({ minHistoryDays }) => minHistoryDays)),
    fit: (panel, target) => fit(panel, target, { trees, seed, secondShare }),
    predict: (fitted, panel, target) => predict(fitted, panel, target, { share, secondShare }).combined,
    memberCount: MEMBERS.length,
    predictMembers: (fitted, panel, target) => predict(fitted, panel, target, { share, secondShare }),
  };
}

function fit(
  panel: Panel,
  target: number,
  { trees, seed, secondShare }: { trees: number; seed: number; secondShare: number },
): CorrectedProcessesFit {
  const members = MEMBERS.map((member) => member.fitWithHindcasts(panel, target));
  const fits = { model: 'corrected-processes' as const, members: members.map(({ fitted }) => fitted) };
  const known = members.map(({ hindcasts }) => forecastsByRow(hindcasts));
  const adaptive = known.slice(0, ADAPTIVE_MEMBERS.length);
  const past = pastForecasts(panel, adaptive);
  const errors = new Map([...past].map(([row, { error }]) => [row, error]));
  const sizes = errorSizes(errors);
  const scale = errorScale(sizes, target);
  const days = [...past].flatMap(([row, forecast]) => {
    const own = errorScale(sizes, row);
    return own === undefined ? [] : [{ row, scale: own, ...forecast }];
  });
  if (scale === undefined || days.length < FEWEST_DAYS) {
    return { ...fits, weights: weightsOf(panel, target, known) };
  }
  const blocks = blocksForTarget(panel, panelBlocks(panel), target);
  const { slotsPerDay } = panel;
  const rows = days.length * slotsPerDay;
  let columns: string[] = [];
  let values = new Float64Array();
  const targets = new Float64Array(rows);
  days.forEach((day, i) => {
    const features = featuresOf(panel, blocks, errors, day);
    if (i === 0) {
      columns = features.map(({ name }) => name);
      values = new Float64Array(columns.length * rows);
    }
    features.forEach(({ profile }, j) => values.set(profile, j * rows + i * slotsPerDay));
    targets.set(
      day.error.map((error) => error / day.scale),
      i * slotsPerDay,
    );
  });
  const fitted = fitBoostedTrees({ columns, rows, values }, targets, {
    ...BOOSTING,
    trees,
    groupRows: 1,
    groupChances: chancesOfRows(
      days.map(({ row }) => HOUR_SHARE * Math.exp((row - target) / MEMORY_DAYS)),
      slotsPerDay,
    ),
    seed,
  });
  // Another member may know a day that no adaptive one does; its own forecast of it serves then.
  const forecasts = new Map([...meansByDay(known), ...meansByDay(adaptive)]);
  const looks = members.map(({ lookAgain }) => lookAgain(forecasts));
  const again = looks.map(({ hindcasts }) => forecastsByRow(hindcasts));
  const first = dayNumber(panel.days[0]);
  const latest = [...errors].filter(([row]) => row >= target - ERROR_SCALE_DAYS);
  return {
    ...fits,
    weights: weightsOf(panel, target, known, { again, secondShare }),
    correction: {
      seconds: looks.map(({ second }) => second),
      blocks,
      scale,
      trees: fitted,
      errors: latest.map(([row, error]) => [first + row, toNumbers(error)]),
    },
  };
}

/** How much each member counts by what it forecast, in both looks, for the days of the last year that all of them know, after their warm-up. */
function weightsOf(
  { price, slotsPerDay }: Panel,
  target: number,
  known: DayForecasts[],
  { again, secondShare }: { again: DayForecasts[]; secondShare: number } = { again: [], secondShare: 0 },
): number[] {
  const warm = known.map((days) => [...days.keys()][WARM_UP_DAYS] ?? target);
  const from = Math.max(target - WEIGHING_DAYS, ...warm);
  const days = [...known[0].keys()].flatMap((row) => {
    if (row < from) return [];
    const forecasts = known.flatMap((ofDay, member) => {
      const first = ofDay.get(row);
      return first === undefined ? [] : [between(first, again[member]?.get(row) ?? first, secondShare)];
    });
    const actual = price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    return forecasts.length < known.length ? [] : [{ actual, forecasts }];
  });
  return onlineWeights(days, known.length);
}

function predict(
  { members, weights, correction }: CorrectedProcessesFit,
  panel: Panel,
  target: number,
  { share, secondShare }: Required<Pick<CorrectedProcessesOptions, 'share' | 'secondShare'>>,
): MemberForecasts {
  const firsts = members.map((fitted, i) => MEMBERS[i].predict(fitted, panel, target));
  if (correction === undefined) return { combined: weightedMean(firsts, weights), members: firsts };
  const { mean, apart } = meanOfTwo(firsts.slice(0, ADAPTIVE_MEMBERS.length));
  const { seconds, blocks, scale, trees } = correction;
  const forecasts = members.map((fitted, i) => {
    const again = MEMBERS[i].predictAgain({ fitted, second: seconds[i] }, panel, target, mean);
    return between(firsts[i], again, secondShare);
  });
  const first = dayNumber(panel.days[0]);
  const errors = new Map(
    correction.errors.map(([day, error]) => [day - first, Float64Array.from(error)] as const),
  );
  const features = featuresOf(panel, blocks, errors, { row: target, scale, mean, apart });
  const row = new Float64Array(features.length);
  const combined = weightedMean(forecasts, weights).map((price, slot) => {
    features.forEach(({ profile }, j) => (row[j] = profile[slot]));
    return price + share * scale * predictBoostedTrees(trees, row);
  });
  return { combined, members: forecasts };
}

function featuresOf(
  panel: Panel,
  blocks: FeatureBlock[],
  errors: ErrorDays,
  day: { row: number; scale: number; mean: Float64Array; apart: Float64Array },
): HourFeature[] {
  const prices = priceScale(panel, day.row);
  const scale = { level: prices.level, spread: Math.max(prices.spread, day.scale) };
  const base = day.mean.map((price) => (price - scale.level) / scale.spread);
  return [...hourFeatures({ panel, row: day.row, scale, blocks }, base), ...correctionFeatures(errors, day)];
}

interface PastForecast {
  mean: Float64Array;
  apart: Float64Array;
  error: Float64Array;
}

/** Of the days that both members have forecast after the warm-up, by row. */
function pastForecasts(panel: Panel, members: DayForecasts[]): Map<number, PastForecast> {
  const { slotsPerDay } = panel;
  const [one, other] = members;
  const past = new Map<number, PastForecast>();
  [...one].slice(WARM_UP_DAYS).forEach(([row, forecast]) => {
    const beside = other.get(row);
    if (beside === undefined) return;
    const { mean, apart } = meanOfTwo([forecast, beside]);
    const error = mean.map((price, slot) => panel.price[row * slotsPerDay + slot] - price);
    past.set(row, { mean, apart, error });
  });
  return past;
}

/** What was forecast for each day that any of the members has learnt from: the mean of those that have. */
function meansByDay(members: DayForecasts[]): DayForecasts {
  const known = new Map<number, Float64Array[]>();
  for (const days of members) {
    for (const [row, day] of days) known.set(row, [...(known.get(row) ?? []), day]);
  }
  const meanOf = (days: Float64Array[]) =>
    weightedMean(
      days,
      days.map(() => 1 / days.length),
    );
  return new Map(Array.from(known, ([row, days]) => [row, meanOf(days)]));
}

function meanOfTwo([one, other]: Float64Array[]): { mean: Float64Array; apart: Float64Array } {
  return {
    mean: one.map((price, slot) => (price + other[slot]) / 2),
    apart: one.map((price, slot) => price - other[slot]),
  };
}

/** As far from one to the other as `share` says, from 0 to 1. */
function between(one: Float64Array, other: Float64Array, share: number): Float64Array {
  return one.map((price, slot) => price + share * (other[slot] - price));
}
