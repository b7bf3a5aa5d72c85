import { lengthOfComplete } from './complete-columns.ts';

/** Mean of upper minus lower, in the unit of the price. NaN is refused. O(n). */
export function meanWidth(lower: ArrayLike<number>, upper: ArrayLike<number>): number {
  const n = lengthOfComplete({ lower, upper });
  let sum = 0;
  for (let i = 0; i < n; i++) sum += upper[i] - lower[i];
  return sum / n;
}
