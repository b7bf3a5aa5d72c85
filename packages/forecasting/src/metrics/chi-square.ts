import { normalCdf } from './normal-distribution.ts';

/**
 * P(X > x) of the chi-square distribution with a whole number of degrees of freedom, with a relative error below 1e-11 for
 * x < 1300: the p value of a statistic. 1 for x <= 0, 0 at Infinity. By Q(x; k + 2) = Q(x; k) + (x/2)^(k/2) e^(-x/2) / Gamma(k/2 + 1),
 * whose terms are all positive, from Q(x; 1) = 2 P(Z > sqrt x) and Q(x; 2) = e^(-x/2) (Abramowitz, Stegun 26.4.4-26.4.5).
 * NaN is refused.
 */
export function chiSquareUpperTail(x: number, degreesOfFreedom: number): number {
  if (!Number.isInteger(degreesOfFreedom) || degreesOfFreedom < 1) {
    throw new RangeError(`Degrees of freedom are a whole number from 1 on; got ${degreesOfFreedom}.`);
  }
  if (Number.isNaN(x)) throw new RangeError('The chi-square distribution has no value at NaN.');
  if (x <= 0) return 1;
  if (x === Infinity) return 0;
  const half = x / 2;
  const isOdd = degreesOfFreedom % 2 === 1;
  let tail = isOdd ? 2 * normalCdf(-Math.sqrt(x)) : Math.exp(-half);
  // Gamma(3/2) = sqrt(pi) / 2 and Gamma(2) = 1.
  let term = isOdd ? 2 * Math.sqrt(half / Math.PI) * Math.exp(-half) : half * Math.exp(-half);
  for (let k = isOdd ? 1 : 2; k < degreesOfFreedom; k += 2) {
    tail += term;
    term *= half / (k / 2 + 1);
  }
  return Math.min(1, tail);
}
