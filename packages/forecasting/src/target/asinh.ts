import { median, medianInPlace, standardDeviation } from '../linalg/statistics.ts';

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

/**
 * The variance-stabilising map z = asinh((x - center) / spread), which is linear near the centre and logarithmic in the
 * tails, so that price spikes of either sign keep their order without ruling the fit. Source: Uniejewski, Weron and Ziel
 * (2018), IEEE Trans. Power Systems 33(2), "asinh" with median and MAD.
 */
export interface AsinhScale {
  center: number;
  /** > 0, in the unit of the values. */
  spread: number;
}

/** 3/4 quantile of the standard normal law: MAD / this estimates the standard deviation of normal data. */
const NORMAL_UPPER_QUARTILE = 0.6744897501960817;

/** sinh overflows beyond 710; 300 leaves room for any spread up to 1e170. */
const MAX_ABS_Z = 300;

/**
 * Centre and spread of finite values. The spread is the normalised median absolute deviation; where that is 0 (more than
 * half the values are equal) the standard deviation; where that is 0 too (all are equal) 1.
 */
export function fitAsinhScale(values: ArrayLike<number>): AsinhScale {
  const center = median(values);
  const deviations = new Float64Array(values.length);
  for (let i = 0; i < deviations.length; i++) deviations[i] = Math.abs(values[i] - center);
  return scaleOfMedians(values, center, medianInPlace(deviations));
}

/** As `fitAsinhScale`, for who has the median of the values and that of their distances from it. */
export function scaleOfMedians(
  values: ArrayLike<number>,
  center: number,
  deviationMedian: number,
): AsinhScale {
  // Spreads below rounding noise count as none: dividing by them would turn that noise into signal.
  const noise = Math.abs(center) * 1e-12;
  const spread = deviationMedian / NORMAL_UPPER_QUARTILE;
  if (spread > noise) return { center, spread };
  const deviation = standardDeviation(values);
  return { center, spread: deviation > noise ? deviation : 1 };
}

export function toAsinh(scale: AsinhScale, value: number): number {
  return asinh((value - scale.center) / scale.spread);
}

/** The inverse of `toAsinh`; arguments beyond +-300 count as +-300, so a finite argument gives a finite value. */
export function fromAsinh(scale: AsinhScale, z: number): number {
  return scale.center + scale.spread * Math.sinh(Math.max(-MAX_ABS_Z, Math.min(MAX_ABS_Z, z)));
}
