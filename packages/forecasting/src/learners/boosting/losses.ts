import { medianInPlace } from '../../linalg/statistics.ts';

/** What the trees minimise: mean of squares, of absolute values, Huber's mixture of both, or the pinball of a quantile. */
export type Loss =
  | { kind: 'squared' }
  | { kind: 'absolute' }
  /** Squared within `delta` of the target, absolute beyond. */
  | { kind: 'huber'; delta: number }
  | { kind: 'quantile'; level: number };

export function checkLoss(loss: Loss): void {
  if (loss.kind === 'huber' && !(loss.delta > 0 && loss.delta < Infinity)) {
    throw new RangeError(`The delta of the Huber loss is a positive number; got ${loss.delta}.`);
  }
  if (loss.kind === 'quantile' && !(loss.level > 0 && loss.level < 1)) {
    throw new RangeError(`The level of a quantile lies between 0 and 1; got ${loss.level}.`);
  }
}

/** The steepest way down at each residual (target minus prediction): half of it for squares, its sign for absolutes. */
export function fillSlopes(loss: Loss, residuals: Float64Array, slopes: Float64Array): void {
  if (loss.kind === 'squared') {
    slopes.set(residuals);
  } else if (loss.kind === 'huber') {
    const { delta } = loss;
    for (let i = 0; i < slopes.length; i++) slopes[i] = Math.max(-delta, Math.min(delta, residuals[i]));
  } else {
    const above = loss.kind === 'quantile' ? loss.level : 1;
    const below = loss.kind === 'quantile' ? loss.level - 1 : -1;
    for (let i = 0; i < slopes.length; i++)
      slopes[i] = residuals[i] > 0 ? above : residuals[i] < 0 ? below : 0;
  }
}

/**
 * The constant nearest to the residuals under the loss: mean, median, quantile, or for Huber the median moved by the mean of
 * the clipped distances from it (Friedman 2001, Annals of Statistics 29(5), eq. 30). Reorders its argument. `median` is asked for
 * that of `residuals` and nothing else.
 */
export function bestConstant(
  loss: Loss,
  residuals: Float64Array,
  median: (residuals: Float64Array) => number = medianInPlace,
): number {
  if (loss.kind === 'quantile') {
    const rank = Math.ceil(loss.level * residuals.length - 1e-9);
    return residuals.sort()[Math.max(1, rank) - 1];
  }
  if (loss.kind === 'absolute') return median(residuals);
  const center = loss.kind === 'huber' ? median(residuals) : 0;
  const reach = loss.kind === 'huber' ? loss.delta : Infinity;
  let sum = 0;
  for (let i = 0; i < residuals.length; i++) {
    sum += Math.max(-reach, Math.min(reach, residuals[i] - center));
  }
  return center + sum / residuals.length;
}
