/**
 * A least-squares problem in its sufficient statistics, which is all that the LASSO solvers read. The columns of X and y are
 * centred, so the problem has no intercept. Whoever can update these sums from one day to the next never needs X again.
 */
export interface Moments {
  /** p, the number of columns of X. */
  columns: number;
  /** X'X, p x p, symmetric, both triangles filled. */
  gram: Float64Array;
  /** X'y, length p. */
  cross: Float64Array;
  /** y'y. */
  squares: number;
}

/** y'y - 2 b'X'y + b'X'Xb, never below 0. */
export function residualSquares(moments: Moments, coefficients: Float64Array): number {
  const gradient = correlations(moments, coefficients);
  let explained = 0;
  for (let j = 0; j < moments.columns; j++) explained += coefficients[j] * (moments.cross[j] + gradient[j]);
  return Math.max(0, moments.squares - explained);
}

/** X'(y - Xb), the correlation of every column with the residual. Costs one Gram row for each non-zero coefficient. */
export function correlations(moments: Moments, coefficients: Float64Array): Float64Array {
  const p = moments.columns;
  const result = Float64Array.from(moments.cross);
  for (let j = 0; j < p; j++) {
    const b = coefficients[j];
    if (b === 0) continue;
    for (let k = 0, g = j * p; k < p; k++, g++) result[k] -= b * moments.gram[g];
  }
  return result;
}
