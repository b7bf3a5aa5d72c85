import { type BoostedTrees, fitBoostedTrees } from '../boosting/fit-boosted-trees.ts';
import { predictBoostedTrees } from '../boosting/predict-boosted-trees.ts';
import { dayNumber } from '../calendar/delivery-day.ts';
import { blocksForTarget } from '../features/blocks-for-target.ts';
import { type FeatureBlock, panelBlocks } from '../features/lear-features.ts';
import type { Panel } from '../series/panel.ts';
import { toNumbers } from '../transforms/to-numbers.ts';
import { type HourFeature, hourFeatures } from './boosted-features.ts';
import { priceScale } from './boosted-scale.ts';
import {
  type ErrorDays,
  ERROR_SCALE_DAYS,
  correctionFeatures,
  errorScale,
  errorSizes,
} from './correction-features.ts';
import { shareOfSteps } from './share-of-steps.ts';
import type { Forecaster, MemberForecasts } from './forecaster.ts';
import {
  type DayForecasts,
  type FitWithHindcasts,
  type GaussianProcess,
  type GaussianProcessFit,
  type Hindcasts,
  type SecondLook,
  createGaussianProcess,
} from './gaussian-process.ts';

/** Two Gaussian processes, their twins of recent days and the trees that correct the mean of the two, as plain JSON. */
export interface CorrectedProcessesFit {
  model: 'corrected-processes';
  members: GaussianProcessFit[];
  /** Absent where the members do not see more days than their twins. */
  recent?: {
    members: GaussianProcessFit[];
    /** How far each member goes to its twin, from 0 to 1. */
    share: number;
  };
  /** Absent where there are too few days to learn from. */
  correction?: {
    /** What each member adds that looks again, at the mean of what the members forecast. */
    seconds: SecondLook[];
    /** The same of the twins, none where there are none. */
    twinSeconds: SecondLook[];
    blocks: FeatureBlock[];
    /** Mean absolute error of the members' mean in the last four weeks, price unit. */
    scale: number;
    trees: BoostedTrees;
    /** Errors of the last four weeks by day number. */
    errors: [day: number, error: number[]][];
  };
}

export interface CorrectedProcessesOptions {
  /** Part of what the trees say that is added. */
  share?: number;
  /** Part of the second looks in the forecast. */
  secondShare?: number;
  trees?: number;
  seed?: number;
}

/** Days that the recent twins see. */
const RECENT_DAYS = 546;

/** One measures prices by the last week, the other by the last four. */
const SCALES_DAYS = [7, 28];
const MEMBERS = SCALES_DAYS.map((days) => createGaussianProcess({ levelDays: days, spreadDays: days }));

/** The same on a year and a half: better where an upheaval lies further back. */
const RECENT_MEMBERS = SCALES_DAYS.map((days) =>
  createGaussianProcess({ levelDays: days, spreadDays: days, windowDays: RECENT_DAYS }),
);

/** Days at the start whose hindcasts rest on too little to be typical. */
const WARM_UP_DAYS = 75;

/** Days on which the members and their recent twins are compared. */
const SHARE_DAYS = 182;

/** Days of errors below which nothing is corrected. */
const FEWEST_DAYS = 120;

/** Age in days at which a day is seen 1/e times as often as the latest. */
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

const DAY_SHARE = 0.5;

/**
 * The mean of two Gaussian processes, drawn towards that of their twins on recent days as far as the last half year says,
 * corrected by boosted trees that have learnt its errors, and averaged with the same two processes as they look again, at days that
 * are alike in what was forecast. What is learnt is honest: each training
 * day's forecast stands on the days before it, and costs nothing (see `GaussianProcess.fitWithHindcasts`).
 */
export function createCorrectedProcesses(
  options: CorrectedProcessesOptions = {},
): Forecaster<CorrectedProcessesFit> {
  const { trees, seed, ...shares } = { share: 0.6, secondShare: 3 / 7, trees: 80, seed: 1, ...options };
  return {
    name: 'corrected-processes',
    minHistoryDays: Math.max(...MEMBERS.map(({ minHistoryDays }) => minHistoryDays)),
    fit: (panel, target) => fit(panel, target, { trees, seed }),
    predict: (fitted, panel, target) => predict(fitted, panel, target, shares).combined,
    // The second looks count as one.
    memberCount: MEMBERS.length + 1,
    predictMembers: (fitted, panel, target) => predict(fitted, panel, target, shares),
  };
}

function fit(
  panel: Panel,
  target: number,
  { trees, seed }: { trees: number; seed: number },
): CorrectedProcessesFit {
  const members = MEMBERS.map((member) => member.fitWithHindcasts(panel, target));
  const hindcasts = members.map((member) => member.hindcasts);
  const { twins, share } = recentTwins(panel, target, hindcasts);
  const fits: CorrectedProcessesFit = {
    model: 'corrected-processes',
    members: members.map(({ fitted }) => fitted),
    ...(twins.length === 0 ? {} : { recent: { members: twins.map(({ fitted }) => fitted), share } }),
  };
  const past = pastForecasts(panel, hindcasts);
  const errors = new Map([...past].map(([row, { error }]) => [row, error]));
  const sizes = errorSizes(errors);
  const scale = errorScale(sizes, target);
  const days = [...past].flatMap(([row, forecast]) => {
    const own = errorScale(sizes, row);
    return own === undefined ? [] : [{ row, scale: own, ...forecast }];
  });
  if (scale === undefined || days.length < FEWEST_DAYS) return fits;
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
    groupRows: slotsPerDay,
    groupChances: days.map(({ row }) => DAY_SHARE * Math.exp((row - target) / MEMORY_DAYS)),
    seed,
  });
  // A twin may know a day that no member does; its own forecast of it serves then.
  const forecasts = new Map([
    ...meansByDay(
      panel,
      twins.map((twin) => twin.hindcasts),
    ),
    ...meansByDay(panel, hindcasts),
  ]);
  const first = dayNumber(panel.days[0]);
  const latest = [...errors].filter(([row]) => row >= target - ERROR_SCALE_DAYS);
  return {
    ...fits,
    correction: {
      seconds: members.map(({ lookAgain }) => lookAgain(forecasts)),
      twinSeconds: twins.map(({ lookAgain }) => lookAgain(forecasts)),
      blocks,
      scale,
      trees: fitted,
      errors: latest.map(([row, error]) => [first + row, toNumbers(error)]),
    },
  };
}

/** The twins of recent days, none where they do not see half a year less than the members, and how far the members should go to them. */
function recentTwins(
  panel: Panel,
  target: number,
  hindcasts: Hindcasts[],
): { twins: FitWithHindcasts[]; share: number } {
  const sees = (days: number): boolean => hindcasts.every(({ rows }) => rows[0] < target - days);
  if (!sees(RECENT_DAYS + SHARE_DAYS)) return { twins: [], share: 0 };
  const twins = RECENT_MEMBERS.map((member) => member.fitWithHindcasts(panel, target));
  const [ours, theirs] = [hindcasts, twins.map((twin) => twin.hindcasts)].map((both) =>
    pastForecasts(panel, both),
  );
  const days = [...theirs].flatMap(([row, { mean }]) => {
    const own = row < target - SHARE_DAYS ? undefined : ours.get(row);
    return own === undefined
      ? []
      : [{ error: own.error, step: own.mean.map((price, slot) => mean[slot] - price) }];
  });
  return { twins, share: shareOfSteps(days) };
}

function predict(
  { members, recent, correction }: CorrectedProcessesFit,
  panel: Panel,
  target: number,
  { share, secondShare }: Required<Pick<CorrectedProcessesOptions, 'share' | 'secondShare'>>,
): MemberForecasts {
  const twins = recent?.members ?? [];
  /** The members drawn towards their twins, where they have any. */
  const drawn = (ours: Float64Array[], theirs: Float64Array[]): Float64Array[] =>
    ours.map((forecast, i) => {
      if (recent === undefined) return forecast;
      return forecast.map((price, slot) => price + recent.share * (theirs[i][slot] - price));
    });
  const own = members.map((fitted, i) => MEMBERS[i].predict(fitted, panel, target));
  const { mean, apart } = meanOfTwo(own);
  const forecasts = drawn(
    own,
    twins.map((fitted, i) => RECENT_MEMBERS[i].predict(fitted, panel, target)),
  );
  const base = meanOfTwo(forecasts).mean;
  if (correction === undefined) return { combined: base, members: [...forecasts, base] };
  const first = dayNumber(panel.days[0]);
  const errors = new Map(
    correction.errors.map(([day, error]) => [day - first, Float64Array.from(error)] as const),
  );
  const { seconds, twinSeconds, blocks, scale, trees } = correction;
  const lookAgain = (models: GaussianProcess[], fits: GaussianProcessFit[], looks: SecondLook[]) =>
    fits.map((fitted, i) => models[i].predictAgain({ fitted, second: looks[i] }, panel, target, mean));
  const again = meanOfTwo(
    drawn(lookAgain(MEMBERS, members, seconds), lookAgain(RECENT_MEMBERS, twins, twinSeconds)),
  ).mean;
  const features = featuresOf(panel, blocks, errors, { row: target, scale, mean, apart });
  const row = new Float64Array(features.length);
  const combined = base.map((price, slot) => {
    features.forEach(({ profile }, j) => (row[j] = profile[slot]));
    const corrected = price + share * scale * predictBoostedTrees(trees, row);
    return corrected + secondShare * (again[slot] - corrected);
  });
  return { combined, members: [...forecasts, again] };
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

/** Of the days that all members have forecast after the warm-up, by row. */
function pastForecasts(panel: Panel, members: Hindcasts[]): Map<number, PastForecast> {
  const { slotsPerDay } = panel;
  const [one, other] = members;
  const places = new Map(other.rows.map((row, i) => [row, i]));
  const past = new Map<number, PastForecast>();
  one.rows.forEach((row, i) => {
    const place = places.get(row);
    if (i < WARM_UP_DAYS || place === undefined) return;
    const { mean, apart } = meanOfTwo([
      one.values.subarray(i * slotsPerDay, (i + 1) * slotsPerDay),
      other.values.subarray(place * slotsPerDay, (place + 1) * slotsPerDay),
    ]);
    const error = mean.map((price, slot) => panel.price[row * slotsPerDay + slot] - price);
    past.set(row, { mean, apart, error });
  });
  return past;
}

/** What was forecast for each day that any of the members has learnt from: the mean of those that have. */
function meansByDay({ slotsPerDay }: Panel, members: Hindcasts[]): DayForecasts {
  const known = new Map<number, Float64Array[]>();
  for (const { rows, values } of members) {
    rows.forEach((row, i) => {
      const day = values.subarray(i * slotsPerDay, (i + 1) * slotsPerDay);
      known.set(row, [...(known.get(row) ?? []), day]);
    });
  }
  return new Map([...known].map(([row, days]) => [row, days.length === 1 ? days[0] : meanOfTwo(days).mean]));
}

function meanOfTwo([one, other]: Float64Array[]): { mean: Float64Array; apart: Float64Array } {
  return {
    mean: one.map((price, slot) => (price + other[slot]) / 2),
    apart: one.map((price, slot) => price - other[slot]),
  };
}
