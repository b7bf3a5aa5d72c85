import { lengthOfComplete } from './complete-columns.ts';

/** Mean of |forecast - actual|, in the unit of the price. NaN is refused. O(n). */
export function meanAbsoluteError(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  const n = lengthOfComplete({ forecast, actual });
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.abs(forecast[i] - actual[i]);
  return sum / n;
}
