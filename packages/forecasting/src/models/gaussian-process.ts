import { dayNumber } from '../calendar/delivery-day.ts';
import { blocksForTarget } from '../features/blocks-for-target.ts';
import {
  EXOGENOUS_LAGS_DAYS,
  type FeatureBlock,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
} from '../features/lear-features.ts';
import { selectTraining } from '../features/select-training.ts';
import { DAY_COVARIANCE, NOISE_VARIANCE, UNKNOWN_INPUTS_VARIANCE } from '../gaussian-process/covariance.ts';
import { type DayEncoding, type DayGroups, dayGroups, momentsOf } from '../gaussian-process/day-groups.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from '../gaussian-process/local-scale.ts';
import {
  type KnownDays,
  covariancesWith,
  knownDays,
  posteriorOf,
  weightedFeatures,
} from '../gaussian-process/regression.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import type { Panel } from '../series/panel.ts';
import { asinh } from '../transforms/asinh.ts';
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

/** Training days below which nothing is fitted: three of each weekday. */
const MIN_TRAINING_ROWS = 21;

/** Training days below which an input is left out: two of each weekday. */
const MIN_KNOWN_ROWS = 14;

/**
 * Gaussian-process regression over whole days: tomorrow's prices are a weighted mean of past days' prices, weighted by how alike the
 * days are in recent prices, inputs, weekday and season, plus a linear part; all slots share one covariance. Prices are measured by
 * level and spread of the days just before (`localScale`) and pass through asinh. One fit costs one factorisation of a matrix of
 * training days. Days with missing prices are left out (see `selectTraining`); an input counts where it is known.
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
  const selection = selectTraining(
    panel,
    usable.filter(({ kind }) => kind !== 'exogenous'),
    { target, windowDays, minRows: MIN_TRAINING_ROWS },
  );
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
  const inputs = usable.filter((block) => block.kind === 'exogenous');
  const encoding = encode(panel, [...selection.blocks, ...inputs], training);
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
  const posteriors = posteriorOf(
    loadKernel(),
    DAY_COVARIANCE,
    { days, features },
    { targets, noise: groups.map(noiseOf) },
  );
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

/** Variance of a day's noise: more where inputs are not known. */
function noiseOf(groups: DayGroups): number {
  const unknown = groups.find(({ name }) => name === 'unknown inputs')?.values[0] ?? 0;
  return NOISE_VARIANCE + UNKNOWN_INPUTS_VARIANCE * unknown;
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

/** All prices of the last week, and every exogenous input of the day itself, the day before and a week before. */
function wantedBlocks(panel: Panel): FeatureBlock[] {
  const prices = Array.from({ length: MAX_LAG_DAYS }, (_, i): FeatureBlock => ({
    kind: 'price',
    lagDays: i + 1,
  }));
  const inputs = panel.exogenous.flatMap(({ name }) =>
    EXOGENOUS_LAGS_DAYS.map((lagDays): FeatureBlock => ({ kind: 'exogenous', input: name, lagDays })),
  );
  return [...prices, ...inputs, { kind: 'weekday' }];
}

function encode(
  panel: Panel,
  blocks: FeatureBlock[],
  training: { row: number; scale: LocalScale }[],
): DayEncoding {
  const inputs: DayEncoding['inputs'] = {};
  for (const block of blocks) {
    if (block.kind !== 'exogenous' || block.lagDays !== 0) continue;
    const known = training.filter(({ row }) => isBlockKnown(panel, block, row));
    const values = panel.exogenous.find(({ name }) => name === block.input)?.values;
    if (values === undefined || known.length < MIN_KNOWN_ROWS) continue;
    inputs[block.input] = momentsOf(valuesOn(values, known, panel.slotsPerDay));
  }
  return {
    blocks: blocks.filter((block) => block.kind !== 'exogenous' || Object.hasOwn(inputs, block.input)),
    inputs,
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

/** Of the fits in use: every day of a horizon asks for the same. */
const knownDaysOfFit = new WeakMap<GaussianProcessFit, KnownDays>();

function knownDaysOf(fitted: GaussianProcessFit): KnownDays {
  const known = knownDaysOfFit.get(fitted) ?? knownDays(fitted.days, fitted.features);
  knownDaysOfFit.set(fitted, known);
  return known;
}
