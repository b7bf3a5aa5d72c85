import { lengthOfComplete } from './complete-columns.ts';

/**
 * sMAPE in percent, 0 to 200: mean of 200 |forecast - actual| / (|forecast| + |actual|). A period where both are zero is
 * an exact forecast and counts as 0. NaN is refused. O(n).
 * Source: Lago, Marcjasz, De Schutter, Weron (2021), Applied Energy 293:116983.
 */
export function smapePercent(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  const n = lengthOfComplete({ forecast, actual });
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const difference = Math.abs(forecast[i] - actual[i]);
    if (difference > 0) sum += difference / (Math.abs(forecast[i]) + Math.abs(actual[i]));
  }
  return (200 * sum) / n;
}
