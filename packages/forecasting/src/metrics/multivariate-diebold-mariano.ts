import { type DieboldMarianoResult, dieboldMariano } from './diebold-mariano.ts';
import { neweyWestLag } from './long-run-variance.ts';
import { type LossNorm, lossesByDay } from './losses.ts';

export interface MultivariateDieboldMarianoResult extends DieboldMarianoResult {
  days: number;
  /** Autocovariances in the variance of the mean difference. */
  lag: number;
  /** Mean of the day's norm of errors of `first` minus that of `second`: negative when `first` is better. */
  meanDifference: number;
}

/**
 * One Diebold-Mariano test of all hours at once: the loss of a day is the L1 or L2 norm of its vector of errors, and the
 * variance of the mean difference allows for dependence between days (`lag`; the Newey-West rule when left out).
 * `days` names the day of each value, in order of time. NaN is refused. O(n + days lag).
 * Source: Ziel, Weron (2018), Energy Economics 70:396-420, section 5.
 */
export function multivariateDieboldMariano(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  actual: ArrayLike<number>,
  { days, norm = 1, lag }: { days: ArrayLike<string>; norm?: LossNorm; lag?: number | undefined },
): MultivariateDieboldMarianoResult {
  const firstLosses = lossesByDay(first, actual, { days, norm });
  const secondLosses = lossesByDay(second, actual, { days, norm });
  const n = firstLosses.length;
  const usedLag = lag ?? neweyWestLag(n);
  const meanDifference = firstLosses.reduce((sum, loss, i) => sum + loss - secondLosses[i], 0) / n;
  return {
    ...dieboldMariano(firstLosses, secondLosses, { lag: usedLag }),
    days: n,
    lag: usedLag,
    meanDifference,
  };
}
