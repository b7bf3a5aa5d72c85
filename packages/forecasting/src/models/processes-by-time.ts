import { dayNumber } from '../calendar/delivery-day.ts';
import { UNKNOWN_INPUTS_VARIANCE } from '../gaussian-process/covariance.ts';
import type { DayEncoding, DayGroups } from '../gaussian-process/day-groups.ts';
import { LEAST_WINDOW_DAYS, dayToForecast, daysToLearn } from '../gaussian-process/days-to-learn.ts';
import type { LocalScaleOptions } from '../gaussian-process/local-scale.ts';
import { type PriceRange, rangeOf, toPrice } from '../gaussian-process/price-range.ts';
import { noiseOf, targetsOf } from '../gaussian-process/regression-of-days.ts';
import { type KnownDays, covariancesWith, posteriorOf } from '../gaussian-process/regression.ts';
import { type TimeOfDay, columnWeights, columnsOf, timesOfDay } from '../gaussian-process/time-of-day.ts';
import {
  NOISE_VARIANCE_AT_A_TIME,
  TIME_OF_DAY_COVARIANCE,
  reachOf,
} from '../gaussian-process/time-of-day-covariance.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import type { Panel } from '../series/panel.ts';
import { toNumbers } from '../transforms/to-numbers.ts';
import type { Forecaster } from './forecaster.ts';

/** Gaussian processes of the parts of a day, as plain JSON. */
export interface ProcessesByTimeFit extends PriceRange {
  model: 'processes-by-time';
  slotsPerDay: number;
  scale: LocalScaleOptions;
  encoding: DayEncoding;
  /** Day numbers of the training days. */
  days: number[];
  /** Row-major days x columns. */
  columns: number[];
  /** For each slot, one weight a training day. */
  weights: number[][];
}

/** Days before the target day that training uses. */
const WINDOW_DAYS = 455;

/** Prices are measured by the last week. */
const SCALE: LocalScaleOptions = { levelDays: 7, spreadDays: 7 };

/** Parts of the day that have a covariance each. */
const PARTS = 8;

/**
 * Gaussian-process regression of each part of the day on its own: days are alike that were alike around that time. It follows the past
 * much more closely than `createGaussianProcess` and errs more by itself, but on other days, which is what an ensemble needs. One fit
 * costs a factorisation of a matrix of training days for each part.
 */
export function createProcessesByTime(): Forecaster<ProcessesByTimeFit> {
  return { name: 'processes-by-time', minHistoryDays: LEAST_WINDOW_DAYS, fit, predict };
}

function fit(panel: Panel, target: number): ProcessesByTimeFit {
  const { slotsPerDay } = panel;
  const { training, encoding, groups } = daysToLearn(panel, target, {
    windowDays: WINDOW_DAYS,
    scale: SCALE,
  });
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const rows = groups.map((day) => columnsOf(day));
  const targets = targetsOf(panel, training);
  const noise = groups.map((day) => noiseOf(day, NOISE_VARIANCE_AT_A_TIME, UNKNOWN_INPUTS_VARIANCE));
  const weights = timesOfDay(slotsPerDay, PARTS).flatMap((time) => {
    const features = weightsAt(groups[0], time).map((own) => weighted(rows, own));
    const known = { days, features };
    const posteriors = posteriorOf(loadKernel(), TIME_OF_DAY_COVARIANCE, known, {
      targets: targets.slice(time.first, time.end),
      noise,
    });
    return posteriors.map((posterior) => toNumbers(posterior.weights));
  });
  return {
    model: 'processes-by-time',
    slotsPerDay,
    scale: SCALE,
    encoding,
    days,
    columns: rows.flatMap((row) => toNumbers(row)),
    weights,
    ...rangeOf(targets),
  };
}

function predict(fitted: ProcessesByTimeFit, panel: Panel, target: number): Float64Array {
  const { scale, groups } = dayToForecast(panel, target, fitted);
  const row = columnsOf(groups);
  const day = dayNumber(panel.days[target]);
  const forecast = new Float64Array(fitted.slotsPerDay);
  for (const { time, terms, known } of knownTimesOf(fitted, groups)) {
    const seen = terms.map(({ columns }) => columns.map((column) => row[column]));
    const own = terms.map(({ squareWeights }, t) => squareWeights.map((weight, i) => seen[t][i] * weight));
    const squares = own.map((values, t) => values.reduce((sum, value, i) => sum + value * seen[t][i], 0));
    const covariances = covariancesWith(TIME_OF_DAY_COVARIANCE, known, day, own, squares);
    for (let slot = time.first; slot < time.end; slot++) {
      const weights = fitted.weights[slot];
      let z = 0;
      for (let i = 0; i < weights.length; i++) z += weights[i] * covariances[i];
      forecast[slot] = toPrice(z, scale, fitted);
    }
  }
  return forecast;
}

/** What a fit knows of its training days at a time of the day: for each term the columns that have a weight, unweighted. */
interface KnownTime {
  time: TimeOfDay;
  terms: { columns: Float64Array; squareWeights: Float64Array }[];
  known: KnownDays;
}

/** Of the fits in use: every day of a horizon asks for the same. */
const knownTimesOfFit = new WeakMap<ProcessesByTimeFit, KnownTime[]>();

function knownTimesOf(fitted: ProcessesByTimeFit, groups: DayGroups): KnownTime[] {
  const known = knownTimesOfFit.get(fitted) ?? knownTimes(fitted, groups);
  knownTimesOfFit.set(fitted, known);
  return known;
}

function knownTimes({ days, columns, slotsPerDay }: ProcessesByTimeFit, groups: DayGroups): KnownTime[] {
  const width = columns.length / days.length;
  return timesOfDay(slotsPerDay, PARTS).map((time) => {
    const terms = weightsAt(groups, time).map((weights) => {
      const used = columnsWithWeight(weights);
      return { columns: used, squareWeights: used.map((column) => weights[column] * weights[column]) };
    });
    const features = terms.map(({ columns: used }) => {
      const values = new Float64Array(days.length * used.length);
      let at = 0;
      for (let day = 0; day < days.length; day++)
        for (const column of used) values[at++] = columns[day * width + column];
      return values;
    });
    const squares = terms.map(({ squareWeights }, t) =>
      Float64Array.from(days, (_, day) => {
        let sum = 0;
        for (let i = 0, at = day * squareWeights.length; i < squareWeights.length; i++, at++)
          sum += squareWeights[i] * features[t][at] * features[t][at];
        return sum;
      }),
    );
    return { time, terms, known: { days, features, squares } };
  });
}

function weightsAt(groups: DayGroups, time: TimeOfDay): Float64Array[] {
  return TIME_OF_DAY_COVARIANCE.map((term) => columnWeights(groups, term, time, reachOf));
}

/** Row-major days x columns of some weight. */
function weighted(rows: Float64Array[], weights: Float64Array): Float64Array {
  const used = columnsWithWeight(weights);
  const values = new Float64Array(rows.length * used.length);
  let at = 0;
  for (const row of rows) for (const column of used) values[at++] = row[column] * weights[column];
  return values;
}

function columnsWithWeight(weights: Float64Array): Float64Array {
  return Float64Array.from(Array.from(weights.keys()).filter((column) => weights[column] > 0));
}
