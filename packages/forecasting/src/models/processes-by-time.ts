import { dayNumber } from '../calendar/delivery-day.ts';
import { type DayEncoding, type DayGroups, dayGroups } from '../gaussian-process/day-groups.ts';
import { dayToForecast } from '../gaussian-process/day-to-forecast.ts';
import { LEAST_WINDOW_DAYS, type ProcessKind, learnDays } from '../gaussian-process/learn-days.ts';
import type { LocalScaleOptions } from '../gaussian-process/local-scale.ts';
import { type PriceRange, rangeOf, toPrice } from '../gaussian-process/price-range.ts';
import { type KnownDays, covariancesWith, knownDays } from '../gaussian-process/regression.ts';
import {
  TIME_OF_DAY_COVARIANCE,
  TIME_OF_DAY_NOISE,
  reachOf,
} from '../gaussian-process/time-of-day-covariance.ts';
import { columnWeights, columnsOf, timesOfDay } from '../gaussian-process/time-of-day.ts';
import type { Panel } from '../series/panel.ts';
import { sideBySide } from '../transforms/side-by-side.ts';
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

/** Parts of the day that have a covariance each. */
const PARTS = 8;

/** Prices are measured by the last week. */
const KIND: ProcessKind = {
  windowDays: 455,
  scale: { levelDays: 7, spreadDays: 7 },
  terms: TIME_OF_DAY_COVARIANCE,
  noise: TIME_OF_DAY_NOISE,
  timesOf: (slotsPerDay) => timesOfDay(slotsPerDay, PARTS),
  viewOf: (groups, slotsPerDay) => {
    const view = viewOf(groups, slotsPerDay);
    return (day) => view(columnsOf(day));
  },
};

/**
 * Gaussian-process regression of each part of the day on its own: days are alike that were alike around that time. It follows the past
 * much more closely than `createGaussianProcess` and errs more by itself, but on other days, which is what an ensemble needs. One fit
 * costs a factorisation of a matrix of training days for each part; see `learnDays`.
 */
export function createProcessesByTime(): Forecaster<ProcessesByTimeFit> {
  return { name: 'processes-by-time', minHistoryDays: LEAST_WINDOW_DAYS, fit, predict };
}

function fit(panel: Panel, target: number): ProcessesByTimeFit {
  const { training, encoding, features, targets, posteriors } = learnDays(panel, target, KIND);
  const first = dayNumber(panel.days[0]);
  const fitted: ProcessesByTimeFit = {
    model: 'processes-by-time',
    slotsPerDay: panel.slotsPerDay,
    scale: KIND.scale,
    encoding,
    days: training.map(({ row }) => first + row),
    columns: training.flatMap(({ row, scale }) =>
      toNumbers(columnsOf(dayGroups(panel, row, scale, encoding))),
    ),
    weights: posteriors.map(({ weights }) => toNumbers(weights)),
    ...rangeOf(targets),
  };
  // Most fits forecast at once, and what they learnt from is at hand.
  const parts = features.map((terms) =>
    knownDays(
      fitted.days,
      terms.map((values) => values.slice()),
    ),
  );
  knownPartsOfFit.set(fitted, parts);
  return fitted;
}

function predict(fitted: ProcessesByTimeFit, panel: Panel, target: number): Float64Array {
  const { scale, groups } = dayToForecast(panel, target, fitted);
  const view = viewOf(groups, fitted.slotsPerDay);
  const parts = knownPartsOf(fitted, view);
  const own = view(columnsOf(groups));
  const day = dayNumber(panel.days[target]);
  return Float64Array.from(
    timesOfDay(fitted.slotsPerDay, PARTS).flatMap(({ first, end }, part) => {
      const covariances = covariancesWith(TIME_OF_DAY_COVARIANCE, parts[part], day, own[part]);
      return fitted.weights.slice(first, end).map((weights) => {
        let z = 0;
        for (let i = 0; i < weights.length; i++) z += weights[i] * covariances[i];
        return toPrice(z, scale, fitted);
      });
    }),
  );
}

/** What turns a day's columns into the features of each part of the day and term. */
type ColumnView = (columns: ArrayLike<number>) => Float64Array[][];

function viewOf(groups: DayGroups, slotsPerDay: number): ColumnView {
  const parts = timesOfDay(slotsPerDay, PARTS).map((time) =>
    TIME_OF_DAY_COVARIANCE.map((term) => {
      const all = columnWeights(groups, term, time, reachOf);
      const used = Int32Array.from([...all.keys()].filter((column) => all[column] > 0));
      return { used, weights: Float64Array.from(used, (column) => all[column]) };
    }),
  );
  return (columns) =>
    parts.map((terms) =>
      terms.map(({ used, weights }) => {
        const values = new Float64Array(used.length);
        for (let i = 0; i < values.length; i++) values[i] = columns[used[i]] * weights[i];
        return values;
      }),
    );
}

/** Training days as each part of the day sees them, of the fits in use: every day of a horizon asks for the same. */
const knownPartsOfFit = new WeakMap<ProcessesByTimeFit, KnownDays[]>();

function knownPartsOf(fitted: ProcessesByTimeFit, view: ColumnView): KnownDays[] {
  const known = knownPartsOfFit.get(fitted) ?? knownParts(fitted, view);
  knownPartsOfFit.set(fitted, known);
  return known;
}

function knownParts({ days, columns }: ProcessesByTimeFit, view: ColumnView): KnownDays[] {
  const width = columns.length / days.length;
  const rows = days.map((_, i) => view(columns.slice(i * width, (i + 1) * width)));
  return rows[0].map((terms, part) =>
    knownDays(
      days,
      terms.map((_, t) => sideBySide(rows.map((row) => row[part][t]))),
    ),
  );
}
