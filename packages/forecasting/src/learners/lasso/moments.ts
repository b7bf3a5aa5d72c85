/**
 * A least-squares problem in its sufficient statistics, which is all that the LASSO solvers read. The columns of X and y are
 * centred, so the problem has no intercept. A caller that updates these sums from one day to the next never needs X again.
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

/**
 * How far the LASSO objective |y - Xb|^2 / 2 + lambda |b|_1 can at most be above its minimum, given the coefficients and
 * their `correlations`: the primal minus the dual objective at the residual scaled into the dual's feasible set.
 */
export function dualityGap(
  moments: Pick<Moments, 'columns' | 'cross' | 'squares'>,
  lambda: number,
  coefficients: Float64Array,
  gradient: Float64Array,
): number {
  let fitted = 0;
  let remaining = 0;
  let norm = 0;
  let steepest = 0;
  for (let j = 0; j < moments.columns; j++) {
    fitted += coefficients[j] * moments.cross[j];
    remaining += coefficients[j] * gradient[j];
    norm += Math.abs(coefficients[j]);
    steepest = Math.max(steepest, Math.abs(gradient[j]));
  }
  const residualSquares = Math.max(0, moments.squares - fitted - remaining);
  const scale = steepest > lambda ? lambda / steepest : 1;
  return (residualSquares * (1 + scale * scale)) / 2 + lambda * norm - scale * (moments.squares - fitted);
}
