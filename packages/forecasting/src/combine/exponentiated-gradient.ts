import { weightedMean } from './weighted-mean.ts';

/** A past day: its prices, and what each expert had forecast. */
export interface ForecastDay {
  actual: Float64Array;
  forecasts: Float64Array[];
}

/** Keeps one day, after a year of next to no errors, from leaving the range of numbers: no real market comes near. */
const MOST_STEP = 100;

/**
 * The weights of `count` experts, adding up to 1, that exponentiated gradient descent on the absolute error comes to from equal ones over the days,
 * earliest first. With the rate r a day on which an expert errs by the usual error more than the mean costs it the factor exp(-r); the usual
 * error is the mean absolute error of the experts' mean. O(days x experts x slots).
 * Source: Kivinen and Warmuth (1997), Information and Computation 132(1).
 */
export function exponentiatedGradient(
  days: readonly ForecastDay[],
  count: number,
  learningRate: number,
): number[] {
  let weights = Array.from({ length: count }, () => 1 / count);
  const sizes = days.map(({ actual, forecasts }) => meanDistance(weightedMean(forecasts, weights), actual));
  const usual = sizes.reduce((sum, size) => sum + size, 0) / days.length;
  if (!(usual > 0)) return weights;
  for (const { actual, forecasts } of days) {
    const mean = weightedMean(forecasts, weights);
    const scaled = weights.map((weight, expert) => {
      let slope = 0;
      for (let slot = 0; slot < mean.length; slot++) {
        slope += Math.sign(mean[slot] - actual[slot]) * (forecasts[expert][slot] - mean[slot]);
      }
      const step = (-learningRate * slope) / mean.length / usual;
      return weight * Math.exp(Math.max(-MOST_STEP, Math.min(MOST_STEP, step)));
    });
    const total = scaled.reduce((sum, weight) => sum + weight, 0);
    weights = scaled.map((weight) => weight / total);
  }
  return weights;
}

function meanDistance(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, slot) => sum + Math.abs(value - other[slot]), 0) / one.length;
}
