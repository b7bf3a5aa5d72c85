import { asinh } from './asinh.ts';
import { median, medianInPlace } from '../linalg/median.ts';
import { standardDeviation } from '../linalg/standard-deviation.ts';

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
