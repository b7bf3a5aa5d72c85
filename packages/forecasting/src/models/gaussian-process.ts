import { dayNumber } from '../market/delivery-day.ts';
import {
  type CovarianceTerm,
  DAY_COVARIANCE,
  DAY_NOISE,
  FORECAST_TERM,
} from '../learners/gaussian-process/covariance.ts';
import { type DayEncoding, type DayGroups, forecastGroup } from '../features/day-groups.ts';
import {
  type DaysToLearn,
  LEAST_WINDOW_DAYS,
  type SettledDays,
  createDaysToLearn,
  dayToForecast,
} from '../learners/gaussian-process/days-to-learn.ts';
import { noiseOf, targetsOf } from '../learners/gaussian-process/lessons.ts';
import type { LocalScale, LocalScaleOptions } from '../target/local-scale.ts';
import { type PriceRange, rangeOf, toPrice } from '../target/price-range.ts';
import {
  type KeptFactor,
  type KnownDays,
  type Posterior,
  type SeenFeatures,
  covariancesOf,
  covariancesWith,
  joinDays,
  knownDays,
  posteriorGiven,
  weightedFeatures,
  withSquares,
} from '../learners/gaussian-process/regression.ts';
import { weightedSums } from '../learners/gaussian-process/weighted-sums.ts';
import { loadKernel } from '../runtime/kernel/load-kernel.ts';
import type { Panel } from '../data/panel.ts';
import { sideBySide } from '../linalg/side-by-side.ts';
import { toNumbers } from '../linalg/to-numbers.ts';
import type { Forecaster } from './forecaster.ts';

export interface GaussianProcessOptions extends Partial<LocalScaleOptions> {
  /** Days before the target day that training may use, and up to 27 more where settled days are kept (see `createDaysToLearn`). */
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

/** Forecasts of days by panel row, price unit. */
export type DayForecasts = ReadonlyMap<number, Float64Array>;

/** Hindcasts by panel row, as views of their values. */
export function forecastsByRow({ rows, values }: Hindcasts): DayForecasts {
  const slots = values.length / rows.length;
  return new Map(rows.map((row, i) => [row, values.subarray(i * slots, (i + 1) * slots)]));
}

/** What a second look at the days adds to a fit: the first term of its covariance compares them by what was forecast for them. */
export interface SecondLook {
  /** Row-major days x weighted features of that term. */
  features: number[];
  /** For each slot, one weight a training day. */
  weights: number[][];
}

export interface FitWithHindcasts {
  fitted: GaussianProcessFit;
  /** What the same covariance would have forecast for each training day: from the same factorisation as the fit. */
  hindcasts: Hindcasts;
  /** Takes a forecast of every training day that rests on the days before it alone. Costs one factorisation. */
  lookAgain: (forecasts: DayForecasts) => { second: SecondLook; hindcasts: Hindcasts };
}

export interface GaussianProcess extends Forecaster<GaussianProcessFit> {
  fitWithHindcasts(panel: Panel, target: number): FitWithHindcasts;
  /** `forecast` of the target day comes from where those of the training days came from. */
  predictAgain(
    look: { fitted: GaussianProcessFit; second: SecondLook },
    panel: Panel,
    target: number,
    forecast: Float64Array,
  ): Float64Array;
}

/** What a process reads of days. */
interface SeenDays extends SeenFeatures {
  noise: number[];
  /** What a second look compares beside the forecast, row-major days x weighted features. */
  again: Float64Array;
}

/** What has been factored of settled days, under the terms of the first look and of the second. */
interface KeptFactors {
  first: KeptFactor;
  second: KeptFactor;
  /** What the second look's own term has seen of the settled days. */
  seenAgain: Float64Array;
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
  const scale = { levelDays, spreadDays };
  const shortest = { levelDays: 1, spreadDays: 1, windowDays: LEAST_WINDOW_DAYS };
  for (const [name, days] of Object.entries({ levelDays, spreadDays, windowDays })) {
    const least = name === 'windowDays' ? shortest.windowDays : 1;
    if (!Number.isInteger(days) || days < least) {
      throw new RangeError(`${name} is a whole number of days, at least ${least}; got ${days}.`);
    }
  }
  const daysToLearn = createDaysToLearn({ windowDays, scale, searchesRelevance, see });
  const fitDays = (panel: Panel, target: number): FitWithHindcasts =>
    fitWithHindcasts(panel, daysToLearn(panel, target), scale);
  return {
    name: 'gaussian-process',
    minHistoryDays: shortest.windowDays,
    fit: (panel, target) => fitDays(panel, target).fitted,
    fitWithHindcasts: fitDays,
    predict,
    predictAgain,
  };
}

const [FIRST_TERM, ...FURTHER_TERMS] = DAY_COVARIANCE;

function see(days: DayGroups[]): SeenDays {
  return {
    ...withSquares(
      DAY_COVARIANCE.map((term) => weightedFeatures(days, term)),
      days.length,
    ),
    noise: days.map((day) => noiseOf(day, DAY_NOISE)),
    again: weightedFeatures(days, FORECAST_TERM),
  };
}

const keptFactors = new WeakMap<SettledDays<SeenDays>, KeptFactors>();

function keptFactorsOf(settled: SettledDays<SeenDays> | undefined): KeptFactors {
  const count = settled?.count ?? 0;
  const none = { first: { count }, second: { count }, seenAgain: new Float64Array() };
  if (settled === undefined) return none;
  const kept = keptFactors.get(settled) ?? none;
  keptFactors.set(settled, kept);
  return kept;
}

function fitWithHindcasts(
  panel: Panel,
  { training, encoding, seen, settled }: DaysToLearn<SeenDays>,
  scale: LocalScaleOptions,
): FitWithHindcasts {
  const { slotsPerDay } = panel;
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const known = joinDays(days, seen);
  const further: KnownDays = { days, features: known.features.slice(1), squares: known.squares.slice(1) };
  const targets = targetsOf(panel, training);
  const lessons = { targets, noise: seen.flatMap(({ noise }) => noise) };
  const kept = keptFactorsOf(settled);
  const kernel = loadKernel();
  const furtherCovariances = covariancesOf(kernel, FURTHER_TERMS, further, kept.first.factor?.count);
  const posteriorUnder = (term: CovarianceTerm, own: KnownDays, factor: KeptFactor) => {
    const from = factor.factor?.count ?? 0;
    const rest =
      furtherCovariances.from <= from
        ? furtherCovariances
        : covariancesOf(kernel, FURTHER_TERMS, further, from);
    return posteriorGiven(kernel, [covariancesOf(kernel, [term], own, from), rest], lessons, factor);
  };
  const posteriors = posteriorUnder(FIRST_TERM, known, kept.first);
  const fitted: GaussianProcessFit = {
    model: 'gaussian-process',
    slotsPerDay,
    scale,
    encoding,
    days,
    features: known.features.map((values) => toNumbers(values)),
    weights: posteriors.map(({ weights }) => toNumbers(weights)),
    ...rangeOf(targets),
  };
  knownDaysOfFit.set(fitted, known);
  // Forecasts of settled days rest on these alone, their limits too.
  const range =
    settled === undefined ? fitted : rangeOf(targets.map((target) => target.subarray(0, settled.count)));
  const hindcastsOf = (looks: Posterior[]): Hindcasts => {
    const values = new Float64Array(training.length * slotsPerDay);
    training.forEach((day, i) => {
      looks.forEach(({ ahead }, slot) => {
        values[i * slotsPerDay + slot] = toPrice(ahead[i], day.scale, range);
      });
    });
    return { rows: training.map(({ row }) => row), values };
  };
  return {
    fitted,
    hindcasts: hindcastsOf(posteriors),
    lookAgain: (forecasts) => {
      const groups = training.map((day) => {
        const forecast = forecasts.get(day.row);
        if (forecast === undefined) {
          throw new Error(`There is no forecast of ${panel.days[day.row]} to look at.`);
        }
        return [forecastGroup(forecast, day.scale)];
      });
      const own = besideEachOther(
        sideBySide(seen.map(({ again }) => again)),
        weightedFeatures(groups, FORECAST_TERM),
        days.length,
      );
      const again = knownDays(days, [own]);
      if (!startsWith(own, kept.seenAgain)) kept.second = { count: kept.second.count };
      kept.seenAgain = own.slice(0, (own.length / days.length) * kept.second.count);
      const looks = posteriorUnder(FORECAST_TERM, again, kept.second);
      const second = { features: toNumbers(own), weights: looks.map(({ weights }) => toNumbers(weights)) };
      knownDaysOfFit.set(second, again);
      return { second, hindcasts: hindcastsOf(looks) };
    },
  };
}

/** Of two matrices of so many rows each row beside the other's. */
function besideEachOther(one: Float64Array, other: Float64Array, rows: number): Float64Array {
  const [left, right] = [one.length / rows, other.length / rows];
  const both = new Float64Array(one.length + other.length);
  for (let i = 0; i < rows; i++) {
    both.set(one.subarray(i * left, (i + 1) * left), i * (left + right));
    both.set(other.subarray(i * right, (i + 1) * right), i * (left + right) + left);
  }
  return both;
}

function startsWith(values: Float64Array, start: Float64Array): boolean {
  for (let i = 0; i < start.length; i++) if (values[i] !== start[i]) return false;
  return true;
}

function predict(fitted: GaussianProcessFit, panel: Panel, target: number): Float64Array {
  const day = dayToForecast(panel, target, fitted);
  return posteriorPrices(fitted, fitted.weights, day.scale, {
    terms: DAY_COVARIANCE,
    known: knownDaysOf(fitted),
    day: dayNumber(panel.days[target]),
    groups: day.groups,
  });
}

function predictAgain(
  { fitted, second }: { fitted: GaussianProcessFit; second: SecondLook },
  panel: Panel,
  target: number,
  forecast: Float64Array,
): Float64Array {
  const day = dayToForecast(panel, target, fitted);
  return posteriorPrices(fitted, second.weights, day.scale, {
    terms: [FORECAST_TERM, ...FURTHER_TERMS],
    known: knownDaysAgain(second, fitted),
    day: dayNumber(panel.days[target]),
    groups: [...day.groups, forecastGroup(forecast, day.scale)],
  });
}

/** For each slot the posterior mean of a day, as a price. */
function posteriorPrices(
  range: PriceRange,
  slots: number[][],
  scale: LocalScale,
  {
    terms,
    known,
    day,
    groups,
  }: { terms: CovarianceTerm[]; known: KnownDays; day: number; groups: DayGroups },
): Float64Array {
  const features = terms.map((term) => weightedFeatures([groups], term));
  const covariances = covariancesWith(loadKernel(), terms, known, { day, features });
  return weightedSums(slots, covariances).map((z) => toPrice(z, scale, range));
}

/** Of the fits and second looks in use: every day of a horizon asks for the same. */
const knownDaysOfFit = new WeakMap<GaussianProcessFit | SecondLook, KnownDays>();

function knownDaysOf(fitted: GaussianProcessFit): KnownDays {
  const known = knownDaysOfFit.get(fitted) ?? knownDays(fitted.days, fitted.features);
  knownDaysOfFit.set(fitted, known);
  return known;
}

/** The first term's days as the second look sees them, those of the further terms as they were. */
function knownDaysAgain(second: SecondLook, fitted: GaussianProcessFit): KnownDays {
  const first = knownDaysOf(fitted);
  const own = knownDaysOfFit.get(second) ?? knownDays(fitted.days, [second.features]);
  knownDaysOfFit.set(second, own);
  return {
    days: fitted.days,
    features: [own.features[0], ...first.features.slice(1)],
    squares: [own.squares[0], ...first.squares.slice(1)],
  };
}
