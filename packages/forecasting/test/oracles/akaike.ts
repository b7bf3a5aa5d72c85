import { type PathKnot, larsPath } from './lars.ts';
import type { Moments } from '../../src/learners/lasso/moments.ts';

/**
 * Lambda by Akaike's criterion on the path of a LASSO whose columns have unit length: the knot with the least
 * n RSS / y'y + 2 df, where y'y / n stands for the noise variance and df counts the active columns. The path is followed
 * until the columns alone cost more than the best knot.
 */
export function lambdaByAkaike(unitMoments: Moments, rows: number): number {
  let best = Infinity;
  let lambda = 0;
  larsPath(unitMoments, {
    isEnough(knot: PathKnot) {
      const criterion = (rows * knot.residualSquares) / unitMoments.squares + 2 * knot.active.length;
      if (criterion < best) {
        best = criterion;
        lambda = knot.lambda;
      }
      return 2 * knot.active.length > best;
    },
  });
  return lambda;
}
