import { descendLasso } from './coordinate-descent.ts';
import { dualityGap } from './duality-gap.ts';
import { coefficientsAt, larsPath } from './lars.ts';
import { type Moments, correlations } from './moments.ts';

/** A gap to the minimum of this share of y'y is rounding. */
const CLOSED = 1e-9;

/**
 * The minimiser of |y - Xb|^2 / 2 + lambda |b|_1: b of length `columns`. For the mean of squares, |y - Xb|^2 / 2n +
 * alpha |b|_1, lambda is n alpha. From a cold start the path of LARS is many times faster than coordinate descent on
 * correlated columns; where the path went astray (columns that depend on each other tie), descent finishes the work.
 */
export function solveLasso(moments: Moments, lambda: number): Float64Array {
  const path = larsPath(moments, { lambdaMin: lambda });
  const coefficients = coefficientsAt(path, moments.columns, lambda);
  const gap = dualityGap(moments, lambda, coefficients, correlations(moments, coefficients));
  if (lambda === 0 || gap <= CLOSED * moments.squares) return coefficients;
  return descendLasso(moments, lambda, { start: coefficients }).coefficients;
}
