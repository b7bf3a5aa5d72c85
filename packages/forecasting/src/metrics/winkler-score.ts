import { lengthOfComplete } from './complete-columns.ts';

/**
 * Mean Winkler (interval) score in the unit of the price, lower is better: the width, plus 2 / (1 - nominal) times the
 * distance by which the actual falls outside. `nominal` is the probability that the interval claims, 0.8 for p10-p90.
 * NaN is refused. O(n).
 * Source: Winkler (1972), JASA 67:187-191; Gneiting, Raftery (2007), JASA 102:359-378, equation 43.
 */
export function winklerScore(
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
  actual: ArrayLike<number>,
  nominal = 0.8,
): number {
  if (!(nominal > 0 && nominal < 1))
    throw new RangeError(`A nominal coverage lies in (0, 1); got ${nominal}.`);
  const n = lengthOfComplete({ lower, upper, actual });
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const [low, high, price] = [lower[i], upper[i], actual[i]];
    sum += high - low + (2 / (1 - nominal)) * Math.max(0, low - price, price - high);
  }
  return sum / n;
}
