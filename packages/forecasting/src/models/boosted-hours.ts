import { chancesOfRows } from '../boosting/chances-of-rows.ts';
import { type BoostedTrees, fitBoostedTrees } from '../boosting/fit-boosted-trees.ts';
import type { Loss } from '../boosting/losses.ts';
import { predictBoostedTrees } from '../boosting/predict-boosted-trees.ts';
import {
  type BoostedDaysFit,
  type BoostedTraining,
  type BoostedWindow,
  MIN_BOOSTED_HISTORY_DAYS,
  checkWindow,
  targetFeatures,
  trainOnDays,
} from './boosted-days.ts';
import type { Forecaster } from './forecaster.ts';

export interface BoostedHoursOptions extends Partial<BoostedWindow> {
  /** What the trees minimise; a quantile gives a quantile forecast. */
  loss?: Loss;
  trees?: number;
  maxLeaves?: number;
  learningRate?: number;
  /** Share of the hours of the latest days that a tree sees, each drawn for itself. */
  hourShare?: number;
  /** Age in days at which an hour is seen 1/e times as often as the latest. */
  memoryDays?: number;
  seed?: number;
}

/** A fitted model as plain JSON. */
export interface BoostedHoursFit extends BoostedDaysFit {
  model: 'boosted-hours';
  trees: BoostedTrees;
}

const COLUMN_SHARE = 0.4;
const MIN_LEAF_ROWS = 60;
const SHRINKAGE_ROWS = 20;
const MAX_BINS = 63;

/**
 * Gradient boosting of trees, one model for all slots of the day. Prices are standardised by the level and spread of the
 * weeks or of the year before each day; a ridge regression of each slot on the whole day, forecast for the training days
 * from regressions that have not seen them, gives the trees the sum of many weak effects that they cannot build themselves.
 *
 * Missing data: see `selectTraining`. Throws InsufficientHistoryError where fewer than 21 training days remain.
 */
export function createBoostedHours(options: BoostedHoursOptions = {}): Forecaster<BoostedHoursFit> {
  const settings = {
    windowDays: 1099,
    scale: 'recent' as const,
    loss: { kind: 'absolute' } satisfies Loss,
    trees: 200,
    maxLeaves: 8,
    learningRate: 0.08,
    hourShare: 0.6,
    memoryDays: 1500,
    seed: 1,
    ...options,
  };
  checkSettings(settings);
  return {
    name: 'boosted-hours',
    minHistoryDays: MIN_BOOSTED_HISTORY_DAYS,
    fit: (panel, target) => {
      const training = trainOnDays(panel, target, settings.windowDays, settings.scale);
      return { model: 'boosted-hours', ...training.fitted, trees: fitTrees(training, target, settings) };
    },
    predict: (fitted, panel, target) => {
      const { day, features } = targetFeatures(fitted, panel, target);
      const row = new Float64Array(features.length);
      return Float64Array.from({ length: fitted.slotsPerDay }, (_, slot) => {
        features.forEach(({ profile }, j) => (row[j] = profile[slot]));
        return day.scale.level + day.scale.spread * predictBoostedTrees(fitted.trees, row);
      });
    },
  };
}

function fitTrees(
  { days, targets, featuresOf }: BoostedTraining,
  target: number,
  settings: Required<BoostedHoursOptions>,
): BoostedTrees {
  const slots = targets.length / days.length;
  const rows = targets.length;
  let columns: string[] = [];
  let values = new Float64Array();
  days.forEach((_, i) => {
    const features = featuresOf(i);
    if (i === 0) {
      columns = features.map(({ name }) => name);
      values = new Float64Array(columns.length * rows);
    }
    features.forEach(({ profile }, j) => values.set(profile, j * rows + i * slots));
  });
  return fitBoostedTrees({ columns, rows, values }, targets, {
    loss: settings.loss,
    trees: settings.trees,
    maxLeaves: settings.maxLeaves,
    learningRate: settings.learningRate,
    minLeafRows: MIN_LEAF_ROWS,
    shrinkage: SHRINKAGE_ROWS,
    columnShare: COLUMN_SHARE,
    maxBins: MAX_BINS,
    groupRows: 1,
    groupChances: chancesOfRows(
      days.map(({ row }) => settings.hourShare * Math.exp((row - target) / settings.memoryDays)),
      slots,
    ),
    seed: settings.seed,
  });
}

function checkSettings({ windowDays, hourShare, memoryDays }: Required<BoostedHoursOptions>): void {
  checkWindow(windowDays);
  if (!(hourShare > 0 && hourShare <= 1)) {
    throw new RangeError(`hourShare lies above 0 and at most at 1; got ${hourShare}.`);
  }
  if (!(memoryDays > 0)) throw new RangeError(`memoryDays is a positive number of days; got ${memoryDays}.`);
}
