import { lengthOfComplete } from './complete-columns.ts';

/** Mean of forecast minus actual, in the unit of the price: positive when forecasts are too high. NaN is refused. O(n). */
export function bias(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  const n = lengthOfComplete({ forecast, actual });
  let sum = 0;
  for (let i = 0; i < n; i++) sum += forecast[i] - actual[i];
  return sum / n;
}
