import { dayNumber } from '../market/delivery-day.ts';
import type { DayEncoding, DayGroups } from '../features/day-groups.ts';
import {
  LEAST_WINDOW_DAYS,
  type SettledDays,
  createDaysToLearn,
  dayToForecast,
} from '../learners/gaussian-process/days-to-learn.ts';
import { noiseOf, targetsOf } from '../learners/gaussian-process/lessons.ts';
import type { LocalScaleOptions } from '../target/local-scale.ts';
import { type PriceRange, rangeOf, toPrice } from '../target/price-range.ts';
import {
  type KeptFactor,
  type KnownDays,
  type SeenFeatures,
  covariancesWith,
  joinDays,
  posteriorOf,
  withSquares,
} from '../learners/gaussian-process/regression.ts';
import {
  TIME_OF_DAY_COVARIANCE,
  TIME_OF_DAY_NOISE,
  reachOf,
} from '../learners/gaussian-process/time-of-day-covariance.ts';
import { columnWeights, columnsOf, timesOfDay } from '../learners/gaussian-process/time-of-day.ts';
import { weightedSums } from '../learners/gaussian-process/weighted-sums.ts';
import { loadKernel } from '../runtime/kernel/load-kernel.ts';
import type { Panel } from '../data/panel.ts';
import { sideBySide } from '../linalg/side-by-side.ts';
import { toNumbers } from '../linalg/to-numbers.ts';
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

/** Days before the target day that training uses, and up to 27 more (see `createDaysToLearn`). */
const WINDOW_DAYS = 455;

/** Prices are measured by the last week. */
const SCALE: LocalScaleOptions = { levelDays: 7, spreadDays: 7 };

/**
 * Gaussian-process regression of each part of the day on its own: days are alike that were alike around that time. It follows the past
 * much more closely than `createGaussianProcess` and errs more by itself, but on other days, which is what an ensemble needs. One fit
 * costs a factorisation of a matrix of training days for each part.
 */
export function createProcessesByTime(): Forecaster<ProcessesByTimeFit> {
  return { name: 'processes-by-time', minHistoryDays: LEAST_WINDOW_DAYS, fit, predict };
}

/** What the processes read of days. */
interface SeenDays {
  /** Row-major days x columns. */
  columns: Float64Array;
  /** What makes features of a day's columns. */
  view: ColumnView;
  /** The days as each part of the day sees them. */
  parts: SeenFeatures[];
  noise: number[];
}

function see(days: DayGroups[], slotsPerDay: number): SeenDays {
  const view = viewOf(days[0], slotsPerDay);
  const columns = days.map(columnsOf);
  return {
    columns: sideBySide(columns),
    view,
    parts: partsOf(columns.map(view)),
    noise: days.map((day) => noiseOf(day, TIME_OF_DAY_NOISE)),
  };
}

const daysToLearn = createDaysToLearn({
  windowDays: WINDOW_DAYS,
  scale: SCALE,
  searchesRelevance: true,
  see,
});

/** For each part of the day what has been factored of settled days. */
const keptFactors = new WeakMap<SettledDays<SeenDays>, KeptFactor[]>();

function keptFactorsOf(settled: SettledDays<SeenDays>): KeptFactor[] {
  const kept = keptFactors.get(settled) ?? Array.from({ length: PARTS }, () => ({ count: settled.count }));
  keptFactors.set(settled, kept);
  return kept;
}

function fit(panel: Panel, target: number): ProcessesByTimeFit {
  const { slotsPerDay } = panel;
  const { training, encoding, seen, settled } = daysToLearn(panel, target);
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const parts = seen[0].parts.map((_, part) =>
    joinDays(
      days,
      seen.map((some) => some.parts[part]),
    ),
  );
  const targets = targetsOf(panel, training);
  const noise = seen.flatMap((some) => some.noise);
  const kept = settled === undefined ? [] : keptFactorsOf(settled);
  const posteriors = timesOfDay(slotsPerDay, PARTS).flatMap((time, part) =>
    posteriorOf(
      loadKernel(),
      TIME_OF_DAY_COVARIANCE,
      parts[part],
      { targets: targets.slice(time.first, time.end), noise },
      kept[part],
    ),
  );
  const fitted: ProcessesByTimeFit = {
    model: 'processes-by-time',
    slotsPerDay,
    scale: SCALE,
    encoding,
    days,
    columns: toNumbers(sideBySide(seen.map(({ columns }) => columns))),
    weights: posteriors.map(({ weights }) => toNumbers(weights)),
    ...rangeOf(targets),
  };
  // Most fits forecast at once, and what they learnt from is at hand.
  sightOfFit.set(fitted, { view: seen[0].view, parts });
  return fitted;
}

function predict(fitted: ProcessesByTimeFit, panel: Panel, target: number): Float64Array {
  const { scale, groups } = dayToForecast(panel, target, fitted);
  const { view, parts } = sightOf(fitted, groups);
  const own = view(columnsOf(groups));
  const day = dayNumber(panel.days[target]);
  return Float64Array.from(
    timesOfDay(fitted.slotsPerDay, PARTS).flatMap(({ first, end }, part) => {
      const covariances = covariancesWith(loadKernel(), TIME_OF_DAY_COVARIANCE, parts[part], {
        day,
        features: own[part],
      });
      const z = weightedSums(fitted.weights.slice(first, end), covariances);
      return Array.from(z, (value) => toPrice(value, scale, fitted));
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

/** How each part of the day sees a day, and the training days as it sees them. */
interface Sight {
  view: ColumnView;
  parts: KnownDays[];
}

/** Of the fits in use: every day of a horizon asks for the same. All days have the same groups. */
const sightOfFit = new WeakMap<ProcessesByTimeFit, Sight>();

function sightOf(fitted: ProcessesByTimeFit, groups: DayGroups): Sight {
  const known = sightOfFit.get(fitted);
  if (known !== undefined) return known;
  const view = viewOf(groups, fitted.slotsPerDay);
  const parts = partsOf(rowsOf(fitted).map(view)).map((part) => ({ days: fitted.days, ...part }));
  const sight = { view, parts };
  sightOfFit.set(fitted, sight);
  return sight;
}

function rowsOf({ days, columns }: ProcessesByTimeFit): number[][] {
  const width = columns.length / days.length;
  return days.map((_, i) => columns.slice(i * width, (i + 1) * width));
}

/** The days as each part of the day sees them, from what it sees of each. */
function partsOf(seen: Float64Array[][][]): SeenFeatures[] {
  return seen[0].map((terms, part) =>
    withSquares(
      terms.map((_, t) => sideBySide(seen.map((day) => day[part][t]))),
      seen.length,
    ),
  );
}
