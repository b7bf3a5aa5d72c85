const LEAST = -700;

/** ln 2 in two parts: the first has so few digits that its multiples are exact. */
const LN2_HIGH = 0.69314718036912381649;
const LN2_LOW = 1.90821492927058770002e-10;

/**
 * e^x = 2^k e^r, |r| below ln(2) / 2 and a little, by the power series whose fifteenth term is below rounding. For x of at most 700; below
 * -700 it counts as that. Unlike `Math.exp` the same on every machine and in the vector kernel.
 */
export function exponential(x: number): number {
  const value = Math.max(x, LEAST);
  const k = Math.floor(value * Math.LOG2E + 0.5);
  const r = value - k * LN2_HIGH - k * LN2_LOW;
  const r2 = r * r;
  const r4 = r2 * r2;
  const low = 1 / 2 + r * (1 / 6) + r2 * (1 / 24 + r * (1 / 120));
  const middle = 1 / 720 + r * (1 / 5040) + r2 * (1 / 40320 + r * (1 / 362880));
  const last = 1 / 3628800 + r * (1 / 39916800) + r2 * (1 / 479001600 + r * (1 / 6227020800));
  const series = low + r4 * (middle + r4 * last);
  return (1 + (r + r2 * series)) * 2 ** k;
}
