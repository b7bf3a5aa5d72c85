/** values = e^value, for values of at most 700; below -700 they count as that. */
export function applyExponential(values: usize, count: i32): void {
  let i: usize = 0;
  const whole = usize(count & ~1) << 3;
  for (; i < whole; i += 16) v128.store(values + i, exponential(v128.load(values + i)));
  if (count & 1) {
    const one = f64x2.splat(load<f64>(values + i));
    store<f64>(values + i, f64x2.extract_lane(exponential(one), 0));
  }
}

const LEAST: f64 = -700;
const LOG2_E: f64 = Math.LOG2E;

/** ln 2 in two parts: the first has so few digits that its multiples are exact. */
const LN2_HIGH: f64 = 0.69314718036912381649;
const LN2_LOW: f64 = 1.90821492927058770002e-10;

/** 2^52 written as a number: a whole number added to it stands in its last bits. */
const COUNT_BASE: f64 = 4503599627370496;
const EXPONENT_BIAS: f64 = 1023;

/** e^x = 2^k e^r, |r| below ln(2) / 2 and a little, by the power series whose fifteenth term is below rounding. */
function exponential(x: v128): v128 {
  const value = f64x2.max(x, f64x2.splat(LEAST));
  const k = f64x2.floor(f64x2.add(f64x2.mul(value, f64x2.splat(LOG2_E)), f64x2.splat(0.5)));
  const high = f64x2.sub(value, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const r = f64x2.sub(high, f64x2.mul(k, f64x2.splat(LN2_LOW)));
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const low = plus(pair(2, 6, r), r2, pair(24, 120, r));
  const middle = plus(pair(720, 5040, r), r2, pair(40320, 362880, r));
  const last = plus(pair(3628800, 39916800, r), r2, pair(479001600, 6227020800, r));
  const series = plus(low, r4, plus(middle, r4, last));
  const small = f64x2.add(f64x2.splat(1), plus(r, r2, series));
  const power = f64x2.add(f64x2.add(k, f64x2.splat(EXPONENT_BIAS)), f64x2.splat(COUNT_BASE));
  return f64x2.mul(small, i64x2.shl(power, 52));
}

/** 1 / a + r / b. */
function pair(a: f64, b: f64, r: v128): v128 {
  return plus(f64x2.splat(1 / a), r, f64x2.splat(1 / b));
}

function plus(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.mul(a, b));
}
