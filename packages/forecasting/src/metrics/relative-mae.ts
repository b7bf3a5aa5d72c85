import { meanAbsoluteError } from './mean-absolute-error.ts';

/**
 * rMAE: the MAE of a forecast over the MAE of a naive forecast of the same periods; below 1 is better than the naive.
 * A forecast as good as the naive has 1, also where both are exact; null when only the naive is exact, for then no ratio
 * exists. NaN is refused.
 * Source: Lago, Marcjasz, De Schutter, Weron (2021), Applied Energy 293:116983.
 */
export function relativeMae(
  forecast: ArrayLike<number>,
  naive: ArrayLike<number>,
  actual: ArrayLike<number>,
): number | null {
  const error = meanAbsoluteError(forecast, actual);
  const naiveError = meanAbsoluteError(naive, actual);
  if (error === naiveError) return 1;
  return naiveError === 0 ? null : error / naiveError;
}
