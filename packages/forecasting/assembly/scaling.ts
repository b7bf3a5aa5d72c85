/** Median of `count` finite values, which stay as they are; `scratch` holds as many. */
export function median(values: usize, count: i32, scratch: usize): f64 {
  memory.copy(scratch, values, usize(count) << 3);
  return medianInPlace(scratch, count);
}

/** Median of |value - center|. */
export function deviationMedian(values: usize, count: i32, center: f64, scratch: usize): f64 {
  for (let i: usize = 0; i < usize(count) << 3; i += 8) {
    store<f64>(scratch + i, abs<f64>(load<f64>(values + i) - center));
  }
  return medianInPlace(scratch, count);
}

function medianInPlace(values: usize, count: i32): f64 {
  const middle = count >> 1;
  const upper = select(values, count, middle);
  if (count & 1) return upper;
  let lower = load<f64>(values);
  for (let i = 1; i < middle; i++) lower = max<f64>(lower, load<f64>(values + (usize(i) << 3)));
  return lower + (upper - lower) / 2;
}

/** The k-th smallest, which goes to place k with nothing larger before it. Partitions without branches: half of them would miss. */
function select(values: usize, count: i32, k: i32): f64 {
  let from = 0;
  let to = count;
  while (to - from > 1) {
    const pivot = middleOfThree(at(values, from), at(values, (from + to) >> 1), at(values, to - 1));
    const smaller = partition(values, from, to, pivot, false);
    if (k < smaller) {
      to = smaller;
      continue;
    }
    const equal = partition(values, smaller, to, pivot, true);
    if (k < equal) return pivot;
    from = equal;
  }
  return at(values, k);
}

/** Moves what is below the pivot (or equal to it, if asked) to the front and returns where the rest begins. */
function partition(values: usize, from: i32, to: i32, pivot: f64, withEqual: bool): i32 {
  let end = values + (usize(from) << 3);
  const last = values + (usize(to) << 3);
  for (let here = end; here < last; here += 8) {
    const value = load<f64>(here);
    store<f64>(here, load<f64>(end));
    store<f64>(end, value);
    end += usize(withEqual ? value <= pivot : value < pivot) << 3;
  }
  return i32((end - values) >> 3);
}

function at(values: usize, i: i32): f64 {
  return load<f64>(values + (usize(i) << 3));
}

function middleOfThree(a: f64, b: f64, c: f64): f64 {
  return max<f64>(min<f64>(a, b), min<f64>(max<f64>(a, b), c));
}

/** values = asinh((value - center) / spread). */
export function applyAsinh(values: usize, count: i32, center: f64, spread: f64): void {
  const centers = f64x2.splat(center);
  const spreads = f64x2.splat(spread);
  let i: usize = 0;
  const whole = usize(count & ~1) << 3;
  for (; i < whole; i += 16) {
    v128.store(values + i, asinh(f64x2.div(f64x2.sub(v128.load(values + i), centers), spreads)));
  }
  if (count & 1) {
    const one = f64x2.splat(load<f64>(values + i));
    store<f64>(values + i, f64x2.extract_lane(asinh(f64x2.div(f64x2.sub(one, centers), spreads)), 0));
  }
}

/** Beyond this, x^2 might overflow and asinh x is ln 2x. */
const LARGE: f64 = 1e150;

/** Counted from the bits of sqrt(1/2), a number's exponent leaves a mantissa in [sqrt(1/2), sqrt(2)). */
const HALF_ROOT_BITS: u64 = reinterpret<u64>(Math.SQRT1_2);

/** The exponent of 2^52: a number below 2^52 written into these bits is that number more than 2^52. */
const COUNT_BITS: u64 = 0x4330000000000000;
const COUNT_BASE: f64 = 4503599627370496;

/**
 * asinh x = sign(x) log(1 + u), u = |x| + x^2 / (1 + sqrt(1 + x^2)). With 1 + u = 2^k m, log m = 2 artanh q, q = (m - 1) / (m + 1),
 * by its power series, whose eleventh term is below rounding. Where k is 0, q comes from u, which 1 + u may have rounded off.
 */
function asinh(x: v128): v128 {
  const one = f64x2.splat(1);
  const size = f64x2.abs(x);
  const square = f64x2.mul(size, size);
  const exact = f64x2.add(size, f64x2.div(square, f64x2.add(one, f64x2.sqrt(f64x2.add(one, square)))));
  const u = v128.bitselect(f64x2.add(size, size), exact, f64x2.gt(size, f64x2.splat(LARGE)));
  const s = f64x2.add(one, u);
  const k = i64x2.shr_u(i64x2.sub(s, i64x2.splat(HALF_ROOT_BITS)), 52);
  const exponent = f64x2.sub(v128.or(k, i64x2.splat(COUNT_BITS)), f64x2.splat(COUNT_BASE));
  const m = i64x2.sub(s, i64x2.shl(k, 52));
  const excess = v128.bitselect(u, f64x2.sub(m, one), f64x2.eq(exponent, f64x2.splat(0)));
  const q = f64x2.div(excess, f64x2.add(f64x2.splat(2), excess));
  const q2 = f64x2.mul(q, q);
  const q4 = f64x2.mul(q2, q2);
  const q8 = f64x2.mul(q4, q4);
  const high = plus(plus(terms(11, 13, q2), q4, terms(15, 17, q2)), q8, terms(19, 21, q2));
  const series = plus(plus(terms(3, 5, q2), q4, terms(7, 9, q2)), q8, high);
  const half = plus(q, f64x2.mul(q, q2), series);
  const log = plus(f64x2.add(half, half), exponent, f64x2.splat(Math.LN2));
  return v128.bitselect(x, log, f64x2.splat(-0.0));
}

/** 1 / a + q2 / b. */
function terms(a: f64, b: f64, q2: v128): v128 {
  return plus(f64x2.splat(1 / a), q2, f64x2.splat(1 / b));
}

function plus(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.mul(a, b));
}
