import type { ForecastRows } from './forecast-history.ts';
import { fitGamma } from '../learners/gamma-regression.ts';
import { predict } from '../learners/penalised-newton.ts';
import type { BoundsRecipe } from './bounds-recipe.ts';
import { meanOfKnown, movingMean, neighbourMeans, slotsOfHours } from './moving-averages.ts';

/** How the error to be expected is learnt. Hours are to either side of a slot, of a day that is taken for 24 hours. */
export interface ExpectedErrorOptions {
  /** Predictors: the size of errors near the slot of late, each with a half-life. The first is what all others shrink to add nothing to. */
  lately: { nearHours: number; halfLifeDays: number }[];
  /** Hours over which the disagreement of the experts, the distance from the last known prices and the steepness of the forecast are averaged. */
  nearHours: number;
  /** The same of how sharply the forecast bends. */
  bendHours: number;
  /** Added to the distance from the usual level, in usual deviations, before its root. */
  smallestDistance: number;
  /** Predictors shrink towards the first of `lately` as if that many days had said so. */
  priorDays: number;
  /** Added to every size before its logarithm, as a share of the mean absolute error. */
  smallestShare: number;
  /** Today's expectation reaches no further than this beyond those of the past, and none further beyond the largest error. */
  furthestBeyond: number;
}

/**
 * The absolute error to be expected in every slot (row-major `(days + 1) x slotsPerDay`, above 0, in the unit of the price),
 * from what was known before each row: gamma regression on the size of errors of late, on how far the experts are from each other, on how far the forecast moves away
 * from the last known prices, on its distance from the usual level (`positions`, in usual deviations), and on its shape within the
 * day: how steep it is near the slot, how sharply it bends there, and how far above or below the mean of its day it lies. The
 * coefficients come from the whole history. None is below `smallestShare` of the mean absolute error: where most errors are 0, the
 * regression by itself runs to the ends of what a number can be.
 *
 * Needs at least one error that is not 0 after the warm-up.
 */
export function expectedErrors(
  rows: ForecastRows,
  positions: Float64Array,
  { warmUpDays, expectedError: options }: Pick<BoundsRecipe, 'warmUpDays' | 'expectedError'>,
): Float64Array {
  const { priorDays, smallestShare, furthestBeyond } = options;
  const { slotsPerDay, errors, days } = rows;
  const absolute = errors.map(Math.abs);
  const predictors = errorPredictors(rows, { absolute, positions }, { warmUpDays, ...options });
  const fitted: number[] = [];
  for (let i = warmUpDays * slotsPerDay; i < days * slotsPerDay; i++) {
    if (!Number.isNaN(absolute[i])) fitted.push(i);
  }
  const columns = predictors.map((column) => Float64Array.from(fitted, (i) => column[i]));
  const prior = new Float64Array(columns.length);
  prior[1] = 1;
  const coefficients = fitGamma(
    columns,
    Float64Array.from(fitted, (i) => absolute[i]),
    { prior, penalty: priorDays * slotsPerDay },
  );
  const logs = new Float64Array(errors.length);
  predict(predictors, coefficients, logs);
  const past = logs.subarray(warmUpDays * slotsPerDay, days * slotsPerDay);
  const least = past.reduce((least, log) => Math.min(least, log), Infinity);
  const most = past.reduce((most, log) => Math.max(most, log), -Infinity);
  const largest = absolute.reduce((most, size) => (size > most ? size : most), 0);
  const lowest = Math.max(least - Math.log(furthestBeyond), Math.log(smallestShare * meanOfKnown(absolute)));
  const highest = Math.min(most, Math.log(largest)) + Math.log(furthestBeyond);
  return logs.map((log) => Math.exp(Math.max(lowest, Math.min(highest, log))));
}

/** Columns over all rows: ones, then predictors centred on the history, finite everywhere. */
function errorPredictors(
  rows: ForecastRows,
  { absolute, positions }: { absolute: Float64Array; positions: Float64Array },
  options: ExpectedErrorOptions & { warmUpDays: number },
): Float64Array[] {
  const { slotsPerDay, lag, combined } = rows;
  const usual = meanOfKnown(absolute);
  const smallest = options.smallestShare * usual;
  const near = (values: Float64Array, hours: number) =>
    neighbourMeans(values, slotsPerDay, slotsOfHours(hours, slotsPerDay));
  const lately = (values: Float64Array, halfLifeDays: number) =>
    movingMean(values, { slotsPerDay, halfLifeDays, firstDays: options.warmUpDays, lag });
  const lastKnown = lastKnownPrices(rows);
  const before = combined.map((value, i) => (i % slotsPerDay > 0 ? combined[i - 1] : value));
  const after = combined.map((value, i) => ((i + 1) % slotsPerDay > 0 ? combined[i + 1] : value));
  const steepness = combined.map((value, i) => Math.abs(value - before[i]) + Math.abs(after[i] - value));
  const bend = combined.map((value, i) => Math.abs(value - (before[i] + after[i]) / 2));
  const sizes = [
    ...options.lately.map(({ nearHours, halfLifeDays }) => lately(near(absolute, nearHours), halfLifeDays)),
    near(disagreement(rows.experts, combined.length), options.nearHours),
    near(
      combined.map((value, i) => Math.abs(value - lastKnown[i])),
      options.nearHours,
    ),
    near(steepness, options.nearHours),
    near(bend, options.bendHours),
  ];
  const dayMeans = neighbourMeans(combined, slotsPerDay, slotsPerDay);
  return [
    new Float64Array(combined.length).fill(1),
    ...sizes.map((size) => centred(size.map((value) => Math.log(value + smallest)))),
    centred(positions.map((position) => Math.sqrt(options.smallestDistance + Math.abs(position)))),
    centred(combined.map((value, i) => signedRoot((value - dayMeans[i]) / usual))),
  ];
}

function signedRoot(value: number): number {
  return Math.sign(value) * Math.sqrt(Math.abs(value));
}

/** The mean becomes 0, and so does what is unknown. */
function centred(values: Float64Array): Float64Array {
  const mean = meanOfKnown(values);
  return values.map((value) => (Number.isNaN(value) ? 0 : value - mean));
}

/** The price of the same slot that was the last one known, `lag` days before each row or earlier; NaN before the first. */
function lastKnownPrices({ actual, slotsPerDay, lag }: ForecastRows): Float64Array {
  const known = Float64Array.from(actual);
  for (let i = slotsPerDay; i < known.length; i++) {
    if (Number.isNaN(known[i])) known[i] = known[i - slotsPerDay];
  }
  return known.map((_, i) => (i < lag * slotsPerDay ? NaN : known[i - lag * slotsPerDay]));
}

/** Standard deviation of the experts that are known; NaN for fewer than two. */
function disagreement(experts: Float64Array[], length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => {
    let known = 0;
    let mean = 0;
    let squares = 0;
    for (const expert of experts) {
      if (Number.isNaN(expert[i])) continue;
      const distance = expert[i] - mean;
      mean += distance / ++known;
      squares += distance * (expert[i] - mean);
    }
    return known < 2 ? NaN : Math.sqrt(squares / known);
  });
}
