import { normalCdf } from './normal-distribution.ts';

/** The z with P(Z <= z) = `probability` of the standard normal distribution, for probabilities within 0.001 and 0.999. */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0.001 && probability <= 0.999)) {
    throw new RangeError(`Normal quantiles are given for 0.001 to 0.999; got ${probability}.`);
  }
  if (probability > 0.5) return -normalQuantile(1 - probability);
  // The distribution is convex below 0, so Newton's steps from 0 approach from above and stop where rounding turns them.
  let z = 0;
  for (;;) {
    const step = ((normalCdf(z) - probability) * Math.sqrt(2 * Math.PI)) / Math.exp((-z * z) / 2);
    if (!(step > 1e-15)) return z;
    z -= step;
  }
}
