import { lengthOfComplete } from './complete-columns.ts';

/** Square root of the mean of (forecast - actual)^2, in the unit of the price. NaN is refused. O(n). */
export function rootMeanSquaredError(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  const n = lengthOfComplete({ forecast, actual });
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (forecast[i] - actual[i]) ** 2;
  return Math.sqrt(sum / n);
}
