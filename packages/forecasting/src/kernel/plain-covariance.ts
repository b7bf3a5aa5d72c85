import { exponential } from '../transforms/exponential.ts';
import type { Heap } from './plain-kernel.ts';

/** variance e^(-d^2 / 2) of the distances d between one point and `count` others, from inner products. */
export function fillSquaredExponential(
  { numbers }: Heap,
  square: number,
  squares: number,
  crosses: number,
  count: number,
  variance: number,
  out: number,
): void {
  for (let i = 0; i < count; i++) {
    const distance = squaredDistance(square, numbers[(squares >> 3) + i], numbers[(crosses >> 3) + i]);
    numbers[(out >> 3) + i] = variance * exponential(-0.5 * distance);
  }
}

/** variance (1 + s) e^-s with s = sqrt(3) d: Matern's covariance of smoothness 3/2. */
export function fillMatern(
  { numbers }: Heap,
  square: number,
  squares: number,
  crosses: number,
  count: number,
  variance: number,
  out: number,
): void {
  for (let i = 0; i < count; i++) {
    const distance = squaredDistance(square, numbers[(squares >> 3) + i], numbers[(crosses >> 3) + i]);
    const scaled = Math.sqrt(3 * distance);
    numbers[(out >> 3) + i] = variance * (1 + scaled) * exponential(-scaled);
  }
}

/** Of two points, from their inner products with themselves and with each other. */
function squaredDistance(one: number, other: number, cross: number): number {
  return Math.max(0, one + other - 2 * cross);
}
