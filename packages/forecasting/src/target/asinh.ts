/** Beyond this, x^2 might overflow and asinh x is ln 2x. */
const LARGE = 1e150;

/**
 * asinh x = sign(x) log(1 + u), u = |x| + x^2 / (1 + sqrt(1 + x^2)). With 1 + u = 2^k m, m in [sqrt(1/2), sqrt(2)), log m =
 * 2 artanh q, q = (m - 1) / (m + 1), by its power series, whose eleventh term is below rounding. Where k is 0, q comes from u,
 * which 1 + u may have rounded off. For |x| below 8e307; unlike `Math.asinh` the same on every machine and in
 * the vector kernel.
 */
export function asinh(x: number): number {
  const size = Math.abs(x);
  const square = size * size;
  const u = size > LARGE ? size + size : size + square / (1 + Math.sqrt(1 + square));
  const s = 1 + u;
  const k = exponentOf(s);
  const excess = k === 0 ? u : s / 2 ** k - 1;
  const q = excess / (2 + excess);
  const q2 = q * q;
  const q4 = q2 * q2;
  const q8 = q4 * q4;
  const high = 1 / 11 + q2 * (1 / 13) + q4 * (1 / 15 + q2 * (1 / 17)) + q8 * (1 / 19 + q2 * (1 / 21));
  const series = 1 / 3 + q2 * (1 / 5) + q4 * (1 / 7 + q2 * (1 / 9)) + q8 * high;
  const half = q + q * q2 * series;
  const log = half + half + k * Math.LN2;
  return x < 0 ? -log : log;
}

/** k of s = 2^k m with m in [sqrt(1/2), sqrt(2)), for s of at least 1. */
function exponentOf(s: number): number {
  const guess = Math.round(Math.log2(s));
  const m = s / 2 ** guess;
  if (m < Math.SQRT1_2) return guess - 1;
  return m < 2 * Math.SQRT1_2 ? guess : guess + 1;
}
