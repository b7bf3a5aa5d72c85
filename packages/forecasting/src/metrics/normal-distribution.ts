/**
 * P(Z <= z) of the standard normal distribution, with a relative error below 1e-11 for |z| < 37; 0 or 1 at the infinities.
 * Near zero by the series z + z^3/3 + z^5/(3 5) + ... times the density (Marsaglia 2004, Journal of Statistical Software
 * 11(4)); in the tails by the continued fraction of Mills' ratio (Abramowitz, Stegun 26.2.14). NaN is refused.
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('The normal distribution has no value at NaN.');
  if (z > 3) return 1 - upperTail(z);
  if (z < -3) return upperTail(-z);
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + sum * density(z);
}

/** P(Z > z) for z > 3; 200 levels of the fraction settle it to double precision there. */
function upperTail(z: number): number {
  if (z === Infinity) return 0;
  let fraction = z;
  for (let k = 200; k >= 1; k--) fraction = z + k / fraction;
  return density(z) / fraction;
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

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
