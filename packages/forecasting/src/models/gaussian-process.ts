import { dayNumber } from '../calendar/delivery-day.ts';
import { blocksForTarget } from '../features/blocks-for-target.ts';
import { type FeatureBlock, MAX_LAG_DAYS, blockName, isBlockKnown } from '../features/lear-features.ts';
import { selectTraining } from '../features/select-training.ts';
import { DAY_COVARIANCE } from '../gaussian-process/covariance.ts';
import { type DayEncoding, dayGroups, momentsOf } from '../gaussian-process/day-groups.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from '../gaussian-process/local-scale.ts';
import {
  type TrainingDays,
  covariancesWith,
  posteriorWeights,
  weightedFeatures,
} from '../gaussian-process/regression.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import type { Panel } from '../series/panel.ts';
import { asinh } from '../transforms/asinh.ts';
import type { Forecaster } from './forecaster.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

export interface GaussianProcessOptions extends Partial<LocalScaleOptions> {
  /** Days before the target day that training may use. */
  windowDays?: number;
}

/** A fitted Gaussian process as plain JSON. */
export interface GaussianProcessFit {
  model: 'gaussian-process';
  slotsPerDay: number;
  scale: LocalScaleOptions;
  encoding: DayEncoding;
  /** Day numbers of the training days. */
  days: number[];
  /** For each term of the covariance, row-major days x weighted features. */
  features: number[][];
  /** For each slot, one weight a training day. */
  weights: number[][];
  /** Lowest and highest transformed price of the training days; forecasts keep within. */
  lowest: number;
  highest: number;
}

const DEFAULTS = { levelDays: 7, spreadDays: 7, windowDays: 1456 };

/** Training days below which nothing is fitted: three of each weekday. */
const MIN_TRAINING_ROWS = 21;

/**
 * Gaussian-process regression over whole days: tomorrow's prices are a weighted mean of past days' prices, weighted by how alike the
 * days are in recent prices, inputs, weekday and season, plus a linear part; all slots share one covariance. Prices are measured by
 * level and spread of the days just before (`localScale`) and pass through asinh. Missing data: see `selectTraining`. One fit costs
 * one factorisation of a matrix of training days.
 */
export function createGaussianProcess(options: GaussianProcessOptions = {}): Forecaster<GaussianProcessFit> {
  const { levelDays, spreadDays, windowDays } = { ...DEFAULTS, ...options };
  const shortest = { levelDays: 1, spreadDays: 1, windowDays: MIN_TRAINING_ROWS + MAX_LAG_DAYS };
  for (const [name, days] of Object.entries({ levelDays, spreadDays, windowDays })) {
    const least = name === 'windowDays' ? shortest.windowDays : 1;
    if (!Number.isInteger(days) || days < least) {
      throw new RangeError(`${name} is a whole number of days, at least ${least}; got ${days}.`);
    }
  }
  return {
    name: 'gaussian-process',
    minHistoryDays: shortest.windowDays,
    fit: (panel, target) => fit(panel, target, windowDays, { levelDays, spreadDays }),
    predict,
  };
}

function fit(panel: Panel, target: number, windowDays: number, scale: LocalScaleOptions): GaussianProcessFit {
  const { slotsPerDay } = panel;
  const usable = blocksForTarget(panel, wantedBlocks(panel), target);
  const selection = selectTraining(panel, usable, { target, windowDays, minRows: MIN_TRAINING_ROWS });
  const training = (selection?.rows ?? []).flatMap((row) => {
    const own = localScale(panel, row, scale);
    return own === undefined ? [] : [{ row, scale: own }];
  });
  if (selection === undefined || training.length < MIN_TRAINING_ROWS) {
    throw new InsufficientHistoryError(
      `The Gaussian process needs ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of ` +
        `lags to forecast ${panel.days[target]}; there are ${training.length}.`,
    );
  }
  const encoding = encode(panel, selection.blocks, training);
  const groups = training.map((day) => dayGroups(panel, day.row, day.scale, encoding));
  const features = DAY_COVARIANCE.map((term) => {
    const rows = groups.map((day) => weightedFeatures(day, term));
    const values = new Float64Array(rows.length * rows[0].length);
    rows.forEach((row, i) => values.set(row, i * row.length));
    return values;
  });
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const targets = Array.from({ length: slotsPerDay }, (_, slot) =>
    Float64Array.from(training, (day) => transform(panel.price[day.row * slotsPerDay + slot], day.scale)),
  );
  const weights = posteriorWeights(loadKernel(), DAY_COVARIANCE, { days, features }, targets);
  return {
    model: 'gaussian-process',
    slotsPerDay,
    scale,
    encoding,
    days,
    features: features.map((values) => Array.from(values)),
    weights: weights.map((values) => Array.from(values)),
    lowest: extreme(targets, Math.min),
    highest: extreme(targets, Math.max),
  };
}

function predict(fitted: GaussianProcessFit, panel: Panel, target: number): Float64Array {
  const unknown = fitted.encoding.blocks.find((block) => !isBlockKnown(panel, block, target));
  const scale = localScale(panel, target, fitted.scale);
  if (unknown !== undefined || scale === undefined) {
    const missing = unknown === undefined ? 'recent prices' : blockName(unknown);
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${missing}, which is not known; fit a model for that day.`,
    );
  }
  const groups = dayGroups(panel, target, scale, fitted.encoding);
  const own = DAY_COVARIANCE.map((term) => weightedFeatures(groups, term));
  const covariances = covariancesWith(
    DAY_COVARIANCE,
    trainingDaysOf(fitted),
    dayNumber(panel.days[target]),
    own,
  );
  return Float64Array.from(fitted.weights, (weights) => {
    let z = 0;
    for (let i = 0; i < weights.length; i++) z += weights[i] * covariances[i];
    return scale.level + scale.spread * Math.sinh(Math.max(fitted.lowest, Math.min(fitted.highest, z)));
  });
}

/** All prices of the last week, and every exogenous input of the day itself, the day before and a week before. */
function wantedBlocks(panel: Panel): FeatureBlock[] {
  const prices = Array.from({ length: MAX_LAG_DAYS }, (_, i): FeatureBlock => ({
    kind: 'price',
    lagDays: i + 1,
  }));
  const inputs = panel.exogenous.flatMap(({ name }) =>
    [0, 1, MAX_LAG_DAYS].map((lagDays): FeatureBlock => ({ kind: 'exogenous', input: name, lagDays })),
  );
  return [...prices, ...inputs, { kind: 'weekday' }];
}

function encode(
  panel: Panel,
  blocks: FeatureBlock[],
  training: { row: number; scale: LocalScale }[],
): DayEncoding {
  const { slotsPerDay } = panel;
  const used = new Set(
    blocks.flatMap((block) => (block.kind === 'exogenous' && block.lagDays === 0 ? [block.input] : [])),
  );
  const inputs = panel.exogenous
    .filter(({ name }) => used.has(name))
    .map(({ name, values }): [string, ReturnType<typeof momentsOf>] => [
      name,
      momentsOf(valuesOn(values, training, slotsPerDay)),
    ]);
  return {
    blocks,
    inputs: Object.fromEntries(inputs),
    level: momentsOf(training.map(({ scale }) => scale.level)),
    logSpread: momentsOf(training.map(({ scale }) => Math.log(scale.spread))),
  };
}

function valuesOn(values: Float64Array, days: { row: number }[], slotsPerDay: number): Float64Array {
  const chosen = new Float64Array(days.length * slotsPerDay);
  days.forEach(({ row }, i) => {
    chosen.set(values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay), i * slotsPerDay);
  });
  return chosen;
}

function transform(price: number, { level, spread }: LocalScale): number {
  return asinh((price - level) / spread);
}

function extreme(targets: Float64Array[], choose: (...values: number[]) => number): number {
  return targets
    .map((values) => values.reduce((best, value) => choose(best, value)))
    .reduce((a, b) => choose(a, b));
}

function trainingDaysOf({ days, features }: GaussianProcessFit): TrainingDays {
  return { days, features: features.map((values) => Float64Array.from(values)) };
}
