import { dayNumber } from '../calendar/delivery-day.ts';
import { DAY_COVARIANCE, DAY_NOISE } from '../gaussian-process/covariance.ts';
import type { DayEncoding } from '../gaussian-process/day-groups.ts';
import {
  type Curriculum,
  LEAST_WINDOW_DAYS,
  dayToForecast,
  daysToLearn,
} from '../gaussian-process/days-to-learn.ts';
import { noiseOf, targetsOf } from '../gaussian-process/lessons.ts';
import type { LocalScaleOptions } from '../gaussian-process/local-scale.ts';
import { type PriceRange, rangeOf, toPrice } from '../gaussian-process/price-range.ts';
import {
  type KnownDays,
  covariancesWith,
  knownDays,
  posteriorOf,
  weightedFeatures,
} from '../gaussian-process/regression.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import type { Panel } from '../series/panel.ts';
import { sideBySide } from '../transforms/side-by-side.ts';
import { toNumbers } from '../transforms/to-numbers.ts';
import type { Forecaster } from './forecaster.ts';

export interface GaussianProcessOptions extends Partial<LocalScaleOptions> {
  /** Days before the target day that training may use. */
  windowDays?: number;
  /** Whether how much each input counts is searched for in this market (see `inputRelevance`), or as usual. */
  searchesRelevance?: boolean;
}

/** A fitted Gaussian process as plain JSON. */
export interface GaussianProcessFit extends PriceRange {
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

const DEFAULTS = { levelDays: 7, spreadDays: 7, windowDays: 1456, searchesRelevance: true };

/**
 * Gaussian-process regression over whole days: tomorrow's prices are a weighted mean of past days' prices, weighted by how alike the
 * days are in recent prices, inputs, weekday and season, plus a linear part; all slots share one covariance. Prices are measured by
 * level and spread of the days just before (`localScale`) and pass through asinh. One fit costs one factorisation of a matrix of
 * training days. Days with missing prices are left out (see `selectTraining`); an input counts where it is known, as much as
 * `inputRelevance` finds.
 */
export function createGaussianProcess(options: GaussianProcessOptions = {}): GaussianProcess {
  const { levelDays, spreadDays, windowDays, searchesRelevance } = { ...DEFAULTS, ...options };
  const curriculum: Curriculum = { windowDays, scale: { levelDays, spreadDays }, searchesRelevance };
  const shortest = { levelDays: 1, spreadDays: 1, windowDays: LEAST_WINDOW_DAYS };
  for (const [name, days] of Object.entries({ levelDays, spreadDays, windowDays })) {
    const least = name === 'windowDays' ? shortest.windowDays : 1;
    if (!Number.isInteger(days) || days < least) {
      throw new RangeError(`${name} is a whole number of days, at least ${least}; got ${days}.`);
    }
  }
  return {
    name: 'gaussian-process',
    minHistoryDays: shortest.windowDays,
    fit: (panel, target) => fitWithHindcasts(panel, target, curriculum).fitted,
    fitWithHindcasts: (panel, target) => fitWithHindcasts(panel, target, curriculum),
    predict,
  };
}

function fitWithHindcasts(
  panel: Panel,
  target: number,
  curriculum: Curriculum,
): { fitted: GaussianProcessFit; hindcasts: Hindcasts } {
  const { slotsPerDay } = panel;
  const { training, encoding, groups } = daysToLearn(panel, target, curriculum);
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const features = DAY_COVARIANCE.map((term) => sideBySide(groups.map((day) => weightedFeatures(day, term))));
  const targets = targetsOf(panel, training);
  const noise = groups.map((day) => noiseOf(day, DAY_NOISE));
  const posteriors = posteriorOf(loadKernel(), DAY_COVARIANCE, { days, features }, { targets, noise });
  const fitted: GaussianProcessFit = {
    model: 'gaussian-process',
    slotsPerDay,
    scale: curriculum.scale,
    encoding,
    days,
    features: features.map((values) => toNumbers(values)),
    weights: posteriors.map(({ weights }) => toNumbers(weights)),
    ...rangeOf(targets),
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
  const { scale, groups } = dayToForecast(panel, target, fitted);
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

/** Of the fits in use: every day of a horizon asks for the same. */
const knownDaysOfFit = new WeakMap<GaussianProcessFit, KnownDays>();

function knownDaysOf(fitted: GaussianProcessFit): KnownDays {
  const known = knownDaysOfFit.get(fitted) ?? knownDays(fitted.days, fitted.features);
  knownDaysOfFit.set(fitted, known);
  return known;
}
