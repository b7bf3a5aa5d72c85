import { lengthOfComplete } from './complete-columns.ts';
import { longRunVariance } from './long-run-variance.ts';
import { normalCdf } from './normal-distribution.ts';

export interface DieboldMarianoResult {
  /** Mean of loss(a) - loss(b) over its standard error: negative when a is better. */
  statistic: number;
  /** H0: equal accuracy. */
  pTwoSided: number;
  /** H0: a is no better than b. Small: a is significantly better. */
  pFirstBetter: number;
  /** H0: b is no better than a. Small: b is significantly better. */
  pSecondBetter: number;
}

/**
 * Diebold-Mariano test of two forecasts by their losses in the same order of time, one for each day. The statistic is held
 * against the normal distribution. `lag` is the number of autocovariances in the variance (Bartlett weights, so it is
 * never negative): 0, the default, fits forecasts made one step ahead; h - 1 fits h steps ahead. Identical losses give
 * statistic 0 and p values of 1, 0.5 and 0.5. NaN is refused. O(n lag).
 * Source: Diebold, Mariano (1995), JBES 13:253-263.
 */
export function dieboldMariano(
  firstLosses: ArrayLike<number>,
  secondLosses: ArrayLike<number>,
  { lag = 0 }: { lag?: number } = {},
): DieboldMarianoResult {
  const n = lengthOfComplete({ firstLosses, secondLosses });
  if (n < 2) throw new RangeError('A Diebold-Mariano test needs at least two losses.');
  if (!Number.isInteger(lag) || lag < 0 || lag >= n) {
    throw new RangeError(`lag is a whole number from 0 to ${n - 1}; got ${lag}.`);
  }
  const difference = Float64Array.from({ length: n }, (_, i) => firstLosses[i] - secondLosses[i]);
  const mean = difference.reduce((sum, d) => sum + d, 0) / n;
  const standardError = Math.sqrt(longRunVariance(difference, mean, lag) / n);
  const statistic = mean === 0 ? 0 : mean / standardError;
  const pFirstBetter = normalCdf(statistic);
  const pSecondBetter = normalCdf(-statistic);
  return { statistic, pTwoSided: 2 * Math.min(pFirstBetter, pSecondBetter), pFirstBetter, pSecondBetter };
}
