import { blocksForTarget } from '../features/blocks-for-target.ts';
import {
  type FeatureBlock,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
  learBlocks,
} from '../features/lear-features.ts';
import { selectTraining } from '../features/select-training.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from '../gaussian-process/local-scale.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import { dayFeatures, fromLocal, toLocal, withoutOrphans } from '../network/day-features.ts';
import { type LinearLayer, applyLinear, fitRidge } from '../network/ridge.ts';
import { type Standardisation, fitStandardisation, standardise } from '../network/standardise.ts';
import { type HiddenLayer, addHiddenLayer, trainHiddenLayer } from '../network/train-hidden-layer.ts';
import type { Panel } from '../series/panel.ts';
import type { Forecaster } from './forecaster.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

export interface NetworkOptions extends Partial<LocalScaleOptions> {
  /** Days before the target day that training may use. */
  windowDays?: number;
  /** Networks whose forecasts are averaged; each starts from other random weights. */
  members?: number;
  /** Hidden units of each, a multiple of 8. */
  units?: number;
  /** Passes over the training days. */
  epochs?: number;
  seed?: number;
}

/** A fitted network as plain JSON. */
export interface NetworkFit {
  model: 'network';
  slotsPerDay: number;
  scale: LocalScaleOptions;
  blocks: FeatureBlock[];
  standardisation: Standardisation;
  linear: LinearLayer;
  members: HiddenLayer[];
  /** Lowest and highest locally standardised price of the training days; forecasts keep within. */
  lowest: number;
  highest: number;
}

const DEFAULTS = {
  levelDays: 7,
  spreadDays: 28,
  windowDays: 1456,
  members: 3,
  units: 32,
  epochs: 15,
  seed: 1,
};

/** Weight of the linear part's squared coefficients, against a mean square error of targets of about unit size. */
const RIDGE_PENALTY = 0.1;

const RATE = 0.004;

/** Training days below which nothing is fitted: three of each weekday. */
const MIN_TRAINING_ROWS = 21;

/**
 * A small neural network with one output a slot: a ridge regression plus hidden units that learn what it leaves, on prices measured
 * by level and spread of the days before. All settings were chosen on days before the test spans of four markets. Missing data: see
 * `selectTraining`. The same panel and seed give the same fit.
 */
export function createNetwork(options: NetworkOptions = {}): Forecaster<NetworkFit> {
  const settings = { ...DEFAULTS, ...options };
  check(settings);
  return {
    name: 'network',
    minHistoryDays: MIN_TRAINING_ROWS + MAX_LAG_DAYS,
    fit: (panel, target) => fit(panel, target, settings),
    predict: (fitted, panel, target) => {
      const { features, scale } = networkInputs(fitted, panel, target);
      return networkForecast(fitted, features, scale);
    },
  };
}

/** Standardised features and local scale of row `target`. Throws InsufficientHistoryError where they are not known. */
export function networkInputs(
  fitted: NetworkFit,
  panel: Panel,
  target: number,
): { features: Float64Array; scale: LocalScale } {
  const unknown = fitted.blocks.find((block) => !isBlockKnown(panel, block, target));
  const scale = localScale(panel, target, fitted.scale);
  if (unknown !== undefined || scale === undefined) {
    const missing = unknown === undefined ? 'prices of the week before' : blockName(unknown);
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${missing}, which is not known; fit a model for that day.`,
    );
  }
  const row = dayFeatures(panel, target, scale, fitted.blocks);
  return { features: standardise(fitted.standardisation, row), scale };
}

/** The mean of the members' forecasts, price unit. */
export function networkForecast(fitted: NetworkFit, features: Float64Array, scale: LocalScale): Float64Array {
  const { lowest, highest, members } = fitted;
  const linear = applyLinear(fitted.linear, features);
  const mean = new Float64Array(linear.length);
  for (const member of members) {
    const local = Float64Array.from(linear);
    addHiddenLayer(member, features, local);
    local.forEach((value, slot) => {
      mean[slot] += fromLocal(scale, Math.max(lowest, Math.min(highest, value))) / members.length;
    });
  }
  return mean;
}

function fit(panel: Panel, target: number, settings: Required<NetworkOptions>): NetworkFit {
  const { slotsPerDay } = panel;
  const { levelDays, spreadDays, windowDays, members, units, epochs, seed } = settings;
  const wanted = learBlocks(panel.exogenous.map(({ name }) => name));
  const usable = blocksForTarget(panel, wanted, target);
  const selection = selectTraining(panel, usable, { target, windowDays, minRows: MIN_TRAINING_ROWS });
  const training = (selection?.rows ?? []).flatMap((row) => {
    const scale = localScale(panel, row, { levelDays, spreadDays });
    return scale === undefined ? [] : [{ row, scale }];
  });
  if (selection === undefined || training.length < MIN_TRAINING_ROWS) {
    throw new InsufficientHistoryError(
      `The network needs ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of lags to ` +
        `forecast ${panel.days[target]}; the panel has fewer.`,
    );
  }
  const blocks = withoutOrphans(selection.blocks);
  const raw = training.map(({ row, scale }) => dayFeatures(panel, row, scale, blocks));
  const standardisation = fitStandardisation(raw);
  const features = raw.map((row) => standardise(standardisation, row));
  const targets = training.map(({ row, scale }) =>
    panel.price.slice(row * slotsPerDay, (row + 1) * slotsPerDay).map((price) => toLocal(scale, price)),
  );
  const { layer, residuals } = fitRidge(features, targets, RIDGE_PENALTY);
  const kernel = loadKernel();
  const train = (member: number): HiddenLayer =>
    trainHiddenLayer(kernel, features, residuals, { units, epochs, rate: RATE, seed: seed + member });
  return {
    model: 'network',
    slotsPerDay,
    scale: { levelDays, spreadDays },
    blocks,
    standardisation,
    linear: layer,
    members: Array.from({ length: members }, (_, member) => train(member)),
    lowest: targets.reduce((least, row) => Math.min(least, ...row), Infinity),
    highest: targets.reduce((most, row) => Math.max(most, ...row), -Infinity),
  };
}

function check(settings: Required<NetworkOptions>): void {
  const least = {
    levelDays: 1,
    spreadDays: 1,
    windowDays: MIN_TRAINING_ROWS + MAX_LAG_DAYS,
    members: 1,
    units: 8,
    epochs: 1,
  };
  for (const [name, bound] of Object.entries(least)) {
    const value = Object.entries(settings).find(([key]) => key === name)?.[1] ?? Number.NaN;
    if (!Number.isInteger(value) || value < bound) {
      throw new RangeError(`The network's ${name} is a whole number, at least ${bound}; got ${value}.`);
    }
  }
  if (settings.units % 8 !== 0) throw new RangeError(`units is a multiple of 8; got ${settings.units}.`);
  if (!Number.isSafeInteger(settings.seed))
    throw new RangeError(`seed is a whole number; got ${settings.seed}.`);
}
