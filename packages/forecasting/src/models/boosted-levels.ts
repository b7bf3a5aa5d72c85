import { type BoostedTrees, fitBoostedSeeds } from '../boosting/fit-boosted-trees.ts';
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
import type { HourFeature } from './boosted-features.ts';
import { meanOf } from './boosted-profiles.ts';
import type { Forecaster } from './forecaster.ts';

export interface BoostedLevelsOptions extends Partial<BoostedWindow> {
  trees?: number;
  /** One set of trees for each seed; the forecast is their mean. */
  seeds?: readonly number[];
}

/** A fitted model as plain JSON. */
export interface BoostedLevelsFit extends BoostedDaysFit {
  model: 'boosted-levels';
  sets: BoostedTrees[];
}

/** Parts of the day by whose means the trees know how an input or a price runs over it. */
const PARTS_OF_DAY = 4;

const BOOSTING = {
  loss: { kind: 'absolute' },
  maxLeaves: 6,
  learningRate: 0.05,
  minLeafRows: 8,
  shrinkage: 4,
  columnShare: 0.4,
  maxBins: 63,
  groupRows: 1,
} as const;

/** Share of the latest days that a tree sees. */
const DAY_SHARE = 0.6;

/** Age in days at which a day is seen 1/e times as often as the latest. */
const MEMORY_DAYS = 1500;

/**
 * Gradient boosting of trees on the mean price of the day, one row for each: what the day as a whole will cost is told apart from how
 * prices run over it, on a 24th of the rows and with leaves of few days. The same mean is forecast for every slot. The trees see what those
 * of `createBoostedHours` see, by its mean over the day and over its quarters.
 *
 * Missing data: see `selectTraining`. Throws InsufficientHistoryError where fewer than 21 training days remain.
 */
export function createBoostedLevels(options: BoostedLevelsOptions = {}): Forecaster<BoostedLevelsFit> {
  const settings = {
    windowDays: 1099,
    scale: 'recent' as const,
    trees: 200,
    seeds: [1, 2, 3, 4],
    ...options,
  };
  checkWindow(settings.windowDays);
  if (settings.seeds.length === 0) throw new RangeError('Boosted levels need at least one seed.');
  return {
    name: 'boosted-levels',
    minHistoryDays: MIN_BOOSTED_HISTORY_DAYS,
    fit: (panel, target) => {
      const training = trainOnDays(panel, target, settings.windowDays, settings.scale);
      return { model: 'boosted-levels', ...training.fitted, sets: fitSets(training, target, settings) };
    },
    predict: (fitted, panel, target) => {
      const { day, features } = targetFeatures(fitted, panel, target);
      const row = Float64Array.from(dayColumns(features), ({ value }) => value);
      const mean = meanOf(Float64Array.from(fitted.sets, (trees) => predictBoostedTrees(trees, row)));
      return new Float64Array(fitted.slotsPerDay).fill(day.scale.level + day.scale.spread * mean);
    },
  };
}

function fitSets(
  { days, targets, featuresOf }: BoostedTraining,
  target: number,
  { trees, seeds }: Required<BoostedLevelsOptions>,
): BoostedTrees[] {
  const rows = days.length;
  const slots = targets.length / rows;
  let columns: string[] = [];
  let values = new Float64Array();
  days.forEach((_, i) => {
    const seen = dayColumns(featuresOf(i));
    if (i === 0) {
      columns = seen.map(({ name }) => name);
      values = new Float64Array(columns.length * rows);
    }
    seen.forEach(({ value }, j) => (values[j * rows + i] = value));
  });
  const means = days.map((_, i) => meanOf(targets.subarray(i * slots, (i + 1) * slots)));
  const groupChances = days.map(({ row }) => DAY_SHARE * Math.exp((row - target) / MEMORY_DAYS));
  return fitBoostedSeeds({ columns, rows, values }, means, { ...BOOSTING, trees, groupChances }, seeds);
}

/** Each feature of the hours by its means; once where all slots share it. */
function dayColumns(features: HourFeature[]): { name: string; value: number }[] {
  return features.flatMap(({ name, profile, isFlat }) => {
    if (isFlat) return [{ name, value: profile[0] }];
    const parts = Math.min(PARTS_OF_DAY, profile.length);
    const edge = (part: number): number => Math.round((part * profile.length) / parts);
    return [
      { name: `${name} over the day`, value: meanOf(profile) },
      ...Array.from({ length: parts }, (_, part) => ({
        name: `${name} in part ${part + 1}`,
        value: meanOf(profile.subarray(edge(part), edge(part + 1))),
      })),
    ];
  });
}
