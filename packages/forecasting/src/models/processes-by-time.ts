import type { Panel } from '../data/panel.ts';
import type { DayGroups } from '../features/day-groups.ts';
import type { CovarianceShape, NoiseVariance } from '../learners/gaussian-process/covariance.ts';
import {
  covariancesOf,
  covariancesWith,
  createTermWithDays,
} from '../learners/gaussian-process/covariances.ts';
import { posteriorOf } from '../learners/gaussian-process/posterior.ts';
import { reachOf } from '../learners/gaussian-process/time-of-day-covariance.ts';
import {
  type TimeOfDayTerm,
  columnWeights,
  columnsOf,
  timesOfDay,
} from '../learners/gaussian-process/time-of-day.ts';
import {
  type TermFeatures,
  joinTerms,
  noiseOf,
  termFeatures,
} from '../learners/gaussian-process/training-set.ts';
import { weightedSums } from '../learners/gaussian-process/weighted-sums.ts';
import { sideBySide } from '../linalg/side-by-side.ts';
import { dayNumber } from '../market/delivery-day.ts';
import { createFitCache } from '../runtime/fit-cache.ts';
import { rangeOf, toPrice } from '../target/price-range.ts';
import type { GaussianProcessOptions } from './gaussian-process.ts';
import { type Model, asOnlyMember } from './model.ts';
import { dayToForecast, transformedPrices } from './process-days.ts';
import { LEAST_WINDOW_DAYS, keptFactorOf, trainingDays } from './process-training.ts';

export interface ProcessesByTimeOptions extends GaussianProcessOptions {
  /** Parts of the day that have a covariance each. */
  parts: number;
  /** The covariance of a part of the day. */
  terms: readonly TimeOfDayTerm[];
  noise: NoiseVariance;
}

/** What the processes read of days. */
interface PartsOfDays {
  view: ColumnView;
  /** For each part of the day, its terms. */
  parts: TermFeatures[][];
  noise: number[];
}

/** What turns a day's columns into the features of each part of the day and term. */
type ColumnView = (columns: ArrayLike<number>) => Float64Array[][];

/**
 * Gaussian-process regression of each part of the day on its own: days are alike that were alike around that time. It follows the past
 * much more closely than `createGaussianProcess` and errs more by itself, but on other days. One fit costs a factorisation of a matrix of
 * training days for each part.
 */
export function createProcessesByTime(options: ProcessesByTimeOptions): Model {
  const { levelDays, spreadDays, windowDays, terms, covariance, relevance } = options;
  const normalisation = { levelDays, spreadDays };
  const read = (days: DayGroups[], slotsPerDay: number): PartsOfDays => {
    const view = viewOf(days[0], slotsPerDay, options);
    return {
      view,
      parts: partsOf(days.map((day) => view(columnsOf(day)))),
      noise: days.map((day) => noiseOf(day, options.noise)),
    };
  };
  const kind = `parts of the day ${JSON.stringify(options)}`;
  const plan = { kind, windowDays, normalisation, covariance, relevance, read };
  return {
    name: 'processes-by-time',
    minHistoryDays: LEAST_WINDOW_DAYS,
    memberCount: 1,
    fit(panel: Panel, target: number, cache = createFitCache()) {
      const { kernel } = cache;
      const { days: training, encoding, parts: read, settled } = trainingDays(panel, target, plan, cache);
      const first = dayNumber(panel.days[0]);
      const days = training.map(({ row }) => first + row);
      const targets = transformedPrices(panel, training);
      const noise = read.flatMap((some) => some.noise);
      const times = timesOfDay(panel.slotsPerDay, options.parts);
      const shapes: CovarianceShape[] = [...terms];
      const parts = times.map((time, part) => {
        const joined = joinTerms(read.map((some) => some.parts[part]));
        const kept = keptFactorOf(settled, `part ${part}`);
        const covariances = covariancesOf(kernel, shapes, { days, terms: joined }, kept?.factor?.count);
        const toLearn = { targets: targets.slice(time.first, time.end), noise };
        return {
          weights: posteriorOf(kernel, [covariances], toLearn, kept).map(({ weights }) => weights),
          withDays: shapes.map((shape, t) => createTermWithDays(kernel, shape, days, joined[t])),
        };
      });
      const range = rangeOf(targets);
      const [{ view }] = read;
      return {
        predict(seen, row) {
          const { scale, groups } = dayToForecast(seen, row, { encoding, normalisation }, cache);
          const own = view(columnsOf(groups));
          const day = dayNumber(seen.days[row]);
          const prices = parts.flatMap(({ weights, withDays }, part) => {
            const covariances = covariancesWith(withDays, { day, features: own[part] });
            return Array.from(weightedSums(weights, covariances), (value) => toPrice(value, scale, range));
          });
          return asOnlyMember(Float64Array.from(prices));
        },
      };
    },
  };
}

function viewOf(groups: DayGroups, slotsPerDay: number, options: ProcessesByTimeOptions): ColumnView {
  const parts = timesOfDay(slotsPerDay, options.parts).map((time) =>
    options.terms.map((term) => {
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

/** The days as each part of the day reads them, from what it reads of each. */
function partsOf(days: Float64Array[][][]): TermFeatures[][] {
  return days[0].map((terms, part) =>
    terms.map((_, t) => termFeatures(sideBySide(days.map((day) => day[part][t])), days.length)),
  );
}
