import { lengthOfComplete } from './complete-columns.ts';

/** Share of actuals within [lower, upper], ends included, in percent. NaN is refused. O(n). */
export function coveragePercent(
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
  actual: ArrayLike<number>,
): number {
  const n = lengthOfComplete({ lower, upper, actual });
  let covered = 0;
  for (let i = 0; i < n; i++) {
    const price = actual[i];
    if (price >= lower[i] && price <= upper[i]) covered++;
  }
  return (100 * covered) / n;
}
