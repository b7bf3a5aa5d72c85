import { chancesOfRows } from '../learners/boosting/chances-of-rows.ts';
import type { BoostedTrees } from '../learners/boosting/fit-boosted-trees.ts';
import { fitBoostedTrees } from '../learners/boosting/fit-boosted-trees.ts';
import { predictBoostedTrees } from '../learners/boosting/predict-boosted-trees.ts';
import type { Loss } from '../learners/boosting/losses.ts';
import {
  type FeatureBlock,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
  panelBlocks,
} from '../features/feature-blocks.ts';
import { selectTraining } from '../features/training-rows.ts';
import type { Panel } from '../data/panel.ts';
import { sideBySide } from '../linalg/side-by-side.ts';
import { median } from '../linalg/median.ts';
import {
  type BoostedDay,
  type HourFeature,
  hourFeatures,
  linearFeatures,
  linearParts,
} from '../features/hour-features.ts';
import { type LinearDays, fitLinearDays, predictLinearDay } from '../learners/ridge.ts';
import { type PriceScaleName, priceScalesOf } from '../target/boosted-scale.ts';
import type { Forecaster } from './forecaster.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

export interface BoostedHoursOptions {
  /** Days before the target day that the model sees. */
  windowDays?: number;
  /** What the prices of a day are measured by. */
  scale?: PriceScaleName;
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
export interface BoostedHoursFit {
  model: 'boosted-hours';
  slotsPerDay: number;
  trainingDays: number;
  blocks: FeatureBlock[];
  scale: PriceScaleName;
  /** Least spread of prices that a day is standardised by. */
  leastSpread: number;
  linear: LinearDays;
  trees: BoostedTrees;
  /** What the model goes without, for want of data: `load.forecast`, or a single lag such as `price[d-1]`. */
  droppedInputs: string[];
}

/** Training days below which no model is fitted: three of each weekday. */
const MIN_TRAINING_ROWS = 21;

/** Share of the median spread below which a day's spread counts as this: weeks of a constant price have none. */
const LEAST_SPREAD_SHARE = 0.1;

/** The linear forecast keeps within sinh(3), ten spreads of the level. */
const MAX_LINEAR_ASINH = 3;

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
    minHistoryDays: MIN_TRAINING_ROWS + MAX_LAG_DAYS,
    fit: (panel, target) => fitBoostedHours(panel, target, settings),
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

/** What the trees and the linear regressions of a fitted model see of a day. */
export function targetFeatures(
  fitted: BoostedHoursFit,
  panel: Panel,
  target: number,
): { day: BoostedDay; features: HourFeature[]; linear: { values: Float64Array; groups: string[] } } {
  const unknown = fitted.blocks.find((block) => !isBlockKnown(panel, block, target));
  if (unknown !== undefined) {
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${blockName(unknown)}, which is not known; fit a model for that day.`,
    );
  }
  const [seen] = measuredDays(panel, [target], fitted);
  if (seen === undefined) {
    const past = fitted.scale === 'year' ? 'year' : 'four weeks';
    throw new InsufficientHistoryError(`No price of the ${past} before ${panel.days[target]} is known.`);
  }
  const day = withSpread(seen, fitted.leastSpread);
  const parts = linearParts(day);
  const linear = {
    values: linearFeatures(parts),
    groups: parts.flatMap(({ group, profile }) => Array.from(profile, () => group)),
  };
  const features = hourFeatures(day, fromLinear(predictLinearDay(fitted.linear, linear.values)));
  return { day, features, linear };
}

function fitBoostedHours(
  panel: Panel,
  target: number,
  settings: Required<BoostedHoursOptions>,
): BoostedHoursFit {
  const { windowDays } = settings;
  const wanted = panelBlocks(panel);
  const usable = withWholeInputs(wanted.filter((block) => isBlockKnown(panel, block, target)));
  const selection = selectTraining(panel, usable, { target, windowDays, minRows: MIN_TRAINING_ROWS });
  const blocks = withWholeInputs(selection?.blocks ?? []);
  const seen = measuredDays(panel, selection?.rows ?? [], { scale: settings.scale, blocks });
  if (seen.length < MIN_TRAINING_ROWS) {
    throw new InsufficientHistoryError(insufficiencyOf(panel, target, windowDays));
  }
  const leastSpread = LEAST_SPREAD_SHARE * median(seen.map(({ scale }) => scale.spread)) || 1;
  const days = seen.map((day) => withSpread(day, leastSpread));
  const targets = standardisedPrices(days, panel.slotsPerDay);
  const { fitted: linear, crossFitted } = fitLinearDays(
    sideBySide(days.map((day) => linearFeatures(linearParts(day)))),
    targets.map(Math.asinh),
    days.length,
    panel.slotsPerDay,
  );
  return {
    model: 'boosted-hours',
    slotsPerDay: panel.slotsPerDay,
    trainingDays: days.length,
    blocks,
    scale: settings.scale,
    leastSpread,
    linear,
    trees: fitTrees(days, targets, fromLinear(crossFitted), { target, settings }),
    droppedInputs: droppedInputs(wanted, blocks),
  };
}

function fitTrees(
  days: BoostedDay[],
  targets: Float64Array,
  linear: Float64Array,
  { target, settings }: { target: number; settings: Required<BoostedHoursOptions> },
): BoostedTrees {
  const slots = targets.length / days.length;
  const rows = targets.length;
  let columns: string[] = [];
  let values = new Float64Array();
  days.forEach((day, i) => {
    const features = hourFeatures(day, linear.subarray(i * slots, (i + 1) * slots));
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

/** Without the days before which no price is known. */
function measuredDays(
  panel: Panel,
  rows: number[],
  { scale: name, blocks }: Pick<BoostedHoursFit, 'scale' | 'blocks'>,
): BoostedDay[] {
  return priceScalesOf(panel, rows, name).flatMap((scale, i) =>
    Number.isNaN(scale.level) ? [] : [{ panel, row: rows[i], blocks, scale }],
  );
}

function withSpread(day: BoostedDay, leastSpread: number): BoostedDay {
  const { level, spread } = day.scale;
  return { ...day, scale: { level, spread: Math.max(spread, leastSpread) } };
}

function standardisedPrices(days: BoostedDay[], slots: number): Float64Array {
  const prices = new Float64Array(days.length * slots);
  days.forEach(({ panel, row, scale }, i) => {
    for (let slot = 0; slot < slots; slot++) {
      prices[i * slots + slot] = (panel.price[row * slots + slot] - scale.level) / scale.spread;
    }
  });
  return prices;
}

/** From the asinh scale of the linear regressions to spreads. */
function fromLinear(values: Float64Array): Float64Array {
  return values.map((z) => Math.sinh(Math.max(-MAX_LINEAR_ASINH, Math.min(MAX_LINEAR_ASINH, z))));
}

/** Without the lags of inputs that are not known for the day itself. */
function withWholeInputs(blocks: FeatureBlock[]): FeatureBlock[] {
  return blocks.filter(
    (block) =>
      block.kind !== 'exogenous' ||
      blocks.some(
        (other) => other.kind === 'exogenous' && other.input === block.input && other.lagDays === 0,
      ),
  );
}

function droppedInputs(wanted: FeatureBlock[], blocks: FeatureBlock[]): string[] {
  const kept = new Set(blocks.map(blockName));
  const names = wanted
    .filter((block) => !kept.has(blockName(block)))
    .map((block) =>
      block.kind === 'exogenous' && !kept.has(blockName({ ...block, lagDays: 0 }))
        ? block.input
        : blockName(block),
    );
  return [...new Set(names)];
}

function insufficiencyOf(panel: Panel, target: number, windowDays: number): string {
  const first = Math.max(0, target - windowDays);
  let cleared = 0;
  for (let row = first; row < target; row++) {
    if (isBlockKnown(panel, { kind: 'price', lagDays: 0 }, row)) cleared++;
  }
  return (
    `Boosted hours need ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of lags to ` +
    `forecast ${panel.days[target]}; the ${target - first} days before it hold ${cleared} days with complete prices.`
  );
}

function checkSettings({ windowDays, hourShare, memoryDays }: Required<BoostedHoursOptions>): void {
  const shortest = MIN_TRAINING_ROWS + MAX_LAG_DAYS;
  if (!Number.isInteger(windowDays) || windowDays < shortest) {
    throw new RangeError(`windowDays is a whole number of days, at least ${shortest}; got ${windowDays}.`);
  }
  if (!(hourShare > 0 && hourShare <= 1)) {
    throw new RangeError(`hourShare lies above 0 and at most at 1; got ${hourShare}.`);
  }
  if (!(memoryDays > 0)) throw new RangeError(`memoryDays is a positive number of days; got ${memoryDays}.`);
}
