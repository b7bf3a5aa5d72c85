import { dayNumber } from '../calendar/delivery-day.ts';
import { blocksForTarget } from '../features/blocks-for-target.ts';
import { MAX_LAG_DAYS, blockName, isBlockKnown } from '../features/lear-features.ts';
import { DAY_COVARIANCE } from '../gaussian-process/covariance.ts';
import { type DayEncoding, dayGroups } from '../gaussian-process/day-groups.ts';
import { inputRelevance } from '../gaussian-process/input-relevance.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from '../gaussian-process/local-scale.ts';
import { regressionOfDays } from '../gaussian-process/regression-of-days.ts';
import {
  type KnownDays,
  covariancesWith,
  knownDays,
  weightedFeatures,
} from '../gaussian-process/regression.ts';
import {
  MIN_TRAINING_ROWS,
  encodingOf,
  trainingDays,
  wantedBlocks,
} from '../gaussian-process/training-days.ts';
import type { Panel } from '../series/panel.ts';
import { toNumbers } from '../transforms/to-numbers.ts';
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

/** Forecasts of training days, each from the days before it alone. */
export interface Hindcasts {
  /** Panel rows of the days, ascending. */
  rows: number[];
  /** Row-major days x slots, price unit. */
  values: Float64Array;
}

export interface GaussianProcess extends Forecaster<GaussianProcessFit> {
  /** The fit, and what the same covariance would have forecast for each training day: both from one factorisation. */
  fitWithHindcasts(panel: Panel, target: number): { fitted: GaussianProcessFit; hindcasts: Hindcasts };
}

const DEFAULTS = { levelDays: 7, spreadDays: 7, windowDays: 1456 };

/**
 * Gaussian-process regression over whole days: tomorrow's prices are a weighted mean of past days' prices, weighted by how alike the
 * days are in recent prices, inputs, weekday and season, plus a linear part; all slots share one covariance. Prices are measured by
 * level and spread of the days just before (`localScale`) and pass through asinh. One fit costs one factorisation of a matrix of
 * training days. Days with missing prices are left out (see `selectTraining`); an input counts where it is known, as much as
 * `inputRelevance` finds.
 */
export function createGaussianProcess(options: GaussianProcessOptions = {}): GaussianProcess {
  const { levelDays, spreadDays, windowDays } = { ...DEFAULTS, ...options };
  const scale = { levelDays, spreadDays };
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
    fit: (panel, target) => fitWithHindcasts(panel, target, windowDays, scale).fitted,
    fitWithHindcasts: (panel, target) => fitWithHindcasts(panel, target, windowDays, scale),
    predict,
  };
}

function fitWithHindcasts(
  panel: Panel,
  target: number,
  windowDays: number,
  scale: LocalScaleOptions,
): { fitted: GaussianProcessFit; hindcasts: Hindcasts } {
  const { slotsPerDay } = panel;
  const usable = blocksForTarget(panel, wantedBlocks(panel), target);
  const { days: training, blocks } = trainingDays(panel, usable, { target, windowDays, scale });
  if (training.length < MIN_TRAINING_ROWS) {
    throw new InsufficientHistoryError(
      `The Gaussian process needs ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of ` +
        `lags to forecast ${panel.days[target]}; there are ${training.length}.`,
    );
  }
  const encoding = encodingOf(panel, blocks, training, inputRelevance(panel, target));
  const groups = training.map((day) => dayGroups(panel, day.row, day.scale, encoding));
  const { days, features, targets, posteriors } = regressionOfDays(panel, training, groups);
  const fitted: GaussianProcessFit = {
    model: 'gaussian-process',
    slotsPerDay,
    scale,
    encoding,
    days,
    features: features.map((values) => toNumbers(values)),
    weights: posteriors.map(({ weights }) => toNumbers(weights)),
    lowest: extreme(targets, Math.min),
    highest: extreme(targets, Math.max),
  };
  const values = new Float64Array(training.length * slotsPerDay);
  training.forEach((day, i) => {
    posteriors.forEach(({ ahead }, slot) => {
      values[i * slotsPerDay + slot] = toPrice(ahead[i], day.scale, fitted);
    });
  });
  return { fitted, hindcasts: { rows: training.map(({ row }) => row), values } };
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
    knownDaysOf(fitted),
    dayNumber(panel.days[target]),
    own,
  );
  return Float64Array.from(fitted.weights, (weights) => {
    let z = 0;
    for (let i = 0; i < weights.length; i++) z += weights[i] * covariances[i];
    return toPrice(z, scale, fitted);
  });
}

/** Back from the transformed price, within the range of the training days. */
function toPrice(
  z: number,
  { level, spread }: LocalScale,
  { lowest, highest }: { lowest: number; highest: number },
): number {
  return level + spread * Math.sinh(Math.max(lowest, Math.min(highest, z)));
}

function extreme(targets: Float64Array[], choose: (...values: number[]) => number): number {
  return targets
    .map((values) => values.reduce((best, value) => choose(best, value)))
    .reduce((a, b) => choose(a, b));
}

/** Of the fits in use: every day of a horizon asks for the same. */
const knownDaysOfFit = new WeakMap<GaussianProcessFit, KnownDays>();

function knownDaysOf(fitted: GaussianProcessFit): KnownDays {
  const known = knownDaysOfFit.get(fitted) ?? knownDays(fitted.days, fitted.features);
  knownDaysOfFit.set(fitted, known);
  return known;
}
