import { lengthOfComplete } from './complete-columns.ts';

/**
 * Mean pinball (quantile) loss of forecasts of the quantile `level` in (0, 1), in the unit of the price:
 * level (actual - quantile) when the actual is above, (1 - level)(quantile - actual) when it is below. At 0.5 it is half
 * the MAE. NaN is refused. O(n).
 * Source: Koenker, Bassett (1978), Econometrica 46(1):33-50.
 */
export function pinballLoss(quantile: ArrayLike<number>, actual: ArrayLike<number>, level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`A quantile level lies in (0, 1); got ${level}.`);
  const n = lengthOfComplete({ quantile, actual });
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const above = actual[i] - quantile[i];
    sum += above >= 0 ? level * above : (level - 1) * above;
  }
  return sum / n;
}
