import { pinballLoss } from './pinball-loss.ts';
import type { QuantileForecast } from './reliability.ts';

/**
 * Continuous ranked probability score, in the unit of the price, from quantiles at evenly spaced levels, such as 0.01 to 0.99: twice their
 * mean pinball loss. Exact in the limit of many levels; with 99 of them within a percent. Lower is better; of a point forecast it is the
 * mean absolute error. NaN is refused. O(levels x n).
 * Source: Gneiting, Ranjan (2011), JBES 29:411-422, equation 17.
 */
export function continuousRankedProbabilityScore(
  quantiles: readonly QuantileForecast[],
  actual: ArrayLike<number>,
): number {
  if (quantiles.length === 0) throw new RangeError('The score needs one quantile or more.');
  const losses = quantiles.map(({ level, values }) => pinballLoss(values, actual, level));
  return (2 * losses.reduce((sum, loss) => sum + loss, 0)) / losses.length;
}
