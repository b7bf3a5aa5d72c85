import type { FillCovariances } from '../../src/kernel/kernel.ts';
import { exponential } from './exponential.ts';
import type { Heap } from './plain-kernel.ts';

/** variance e^(-d^2 / 2) of the distances d between one point and others. */
export const fillSquaredExponential = filledBy(
  (squaredDistance, variance) => variance * exponential(-0.5 * squaredDistance),
);

/** variance (1 + s) e^-s with s = sqrt(3) d: Matern's covariance of smoothness 3/2. */
export const fillMatern = filledBy((squaredDistance, variance) => {
  const scaled = Math.sqrt(3 * squaredDistance);
  return variance * (1 + scaled) * exponential(-scaled);
});

function filledBy(
  covariance: (squaredDistance: number, variance: number) => number,
): (heap: Heap, ...point: Parameters<FillCovariances>) => void {
  return ({ numbers }, square, squares, crosses, count, variance, out) => {
    for (let i = 0; i < count; i++) {
      const rest = square + numbers[(squares >> 3) + i] - 2 * numbers[(crosses >> 3) + i];
      numbers[(out >> 3) + i] = covariance(Math.max(0, rest), variance);
    }
  };
}
