import { medianInPlace } from '../linalg/statistics.ts';
import type { ForecastRows } from './forecast-history.ts';

/** What the usual level of prices is made of. */
export interface PriceLevelOptions {
  /** Days of the median, and of the mean distance from it. */
  levelDays: number;
  deviationDays: number;
  /** A market whose prices stand still has at least this deviation, as a share of the mean absolute error. */
  smallestShare: number;
}

/** Of each row (days + 1), from prices at least `lag` days before it. */
export interface PriceLevel {
  /** Median price of `levelDays`. */
  level: Float64Array;
  /** Mean distance from their median of the prices of `deviationDays`, never below the smallest. */
  deviation: Float64Array;
}

/**
 * Where no price is known before a row, its level is the first one known and its deviation the smallest: a share of `meanError`.
 * O(days x slots).
 */
export function priceLevels(
  { actual, slotsPerDay, days, lag }: Pick<ForecastRows, 'actual' | 'slotsPerDay' | 'days' | 'lag'>,
  meanError: number,
  { levelDays, deviationDays, smallestShare }: PriceLevelOptions,
): PriceLevel {
  const smallest = smallestShare * meanError;
  const level = new Float64Array(days + 1).fill(NaN);
  const deviation = new Float64Array(days + 1).fill(smallest);
  const scratch = new Float64Array(Math.max(levelDays, deviationDays) * slotsPerDay);
  const knownBefore = (row: number, count: number) => {
    const end = Math.max(0, row - lag + 1);
    let known = 0;
    for (let i = Math.max(0, end - count) * slotsPerDay; i < end * slotsPerDay; i++) {
      if (!Number.isNaN(actual[i])) scratch[known++] = actual[i];
    }
    return scratch.subarray(0, known);
  };
  for (let row = 0; row <= days; row++) {
    const lately = knownBefore(row, levelDays);
    if (lately.length > 0) level[row] = medianInPlace(lately);
    const month = knownBefore(row, deviationDays);
    if (month.length > 0) deviation[row] = Math.max(smallest, meanDeviation(month));
  }
  fillForward(level);
  return { level, deviation };
}

function meanDeviation(values: Float64Array): number {
  const middle = medianInPlace(values);
  let sum = 0;
  for (const value of values) sum += Math.abs(value - middle);
  return sum / values.length;
}

/** A gap takes the value before it; one at the start the first that is known. */
function fillForward(values: Float64Array): void {
  let last = values.find((value) => !Number.isNaN(value)) ?? 0;
  values.forEach((value, i) => {
    if (Number.isNaN(value)) values[i] = last;
    else last = value;
  });
}
