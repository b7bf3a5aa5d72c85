/**
 * A shape of covariance that falls with the distance between one point and `count` others, times its variance, from the inner products of
 * points with themselves (`square` of the one, `squares` of the others) and of the others with the one (`crosses`).
 */
// prettier-ignore
export function fillSquaredExponential(
  square: f64, squares: usize, crosses: usize, count: i32, variance: f64, out: usize,
): void {
  for (let i: usize = 0; i < usize(count) << 3; i += 16) {
    const distance = squaredDistance(square, squares + i, crosses + i);
    const power = exponential(f64x2.mul(distance, f64x2.splat(-0.5)));
    v128.store(out + i, f64x2.mul(f64x2.splat(variance), power));
  }
}

// prettier-ignore
export function fillMatern(
  square: f64, squares: usize, crosses: usize, count: i32, variance: f64, out: usize,
): void {
  for (let i: usize = 0; i < usize(count) << 3; i += 16) {
    const distance = squaredDistance(square, squares + i, crosses + i);
    const scaled = f64x2.sqrt(f64x2.mul(f64x2.splat(3), distance));
    const factor = f64x2.mul(f64x2.splat(variance), f64x2.add(f64x2.splat(1), scaled));
    v128.store(out + i, f64x2.mul(factor, exponential(f64x2.neg(scaled))));
  }
}

function squaredDistance(square: f64, squares: usize, crosses: usize): v128 {
  const sum = f64x2.add(f64x2.splat(square), v128.load(squares));
  const rest = f64x2.sub(sum, f64x2.mul(f64x2.splat(2), v128.load(crosses)));
  return f64x2.max(f64x2.splat(0), rest);
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
