import { lengthOfComplete } from './complete-columns.ts';

/** Periods with an actual price nearer to zero than this are left out of MAPE, in the unit of the price. */
export const MAPE_SMALLEST_PRICE = 1;

/**
 * MAPE in percent: mean of 100 |forecast - actual| / |actual| over periods with |actual| >= 1; null when no period is left.
 * The Spanish market clears at or near zero for hundreds of hours a year, where a percentage means nothing. NaN is refused.
 */
export function mapePercent(forecast: ArrayLike<number>, actual: ArrayLike<number>): number | null {
  const n = lengthOfComplete({ forecast, actual });
  let sum = 0;
  let counted = 0;
  for (let i = 0; i < n; i++) {
    const price = actual[i];
    if (Math.abs(price) < MAPE_SMALLEST_PRICE) continue;
    sum += Math.abs(forecast[i] - price) / Math.abs(price);
    counted++;
  }
  return counted === 0 ? null : (100 * sum) / counted;
}
