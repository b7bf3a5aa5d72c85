import type { Moments } from './moments.ts';

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
