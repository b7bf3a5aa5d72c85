import { deviationOf, type QuarterOfHour, type QuarterShape, spreadOf } from '../horizon/quarter-shape.ts';
import { normalQuantile } from '../metrics/normal-distribution.ts';
import type { PriceDistribution } from './price-distribution.ts';
import { indexOfLevel, QUANTILE_LEVELS } from './quantile-levels.ts';

const MEDIAN = indexOfLevel(0.5);
const [LOWER, UPPER] = [indexOfLevel(0.1), indexOfLevel(0.9)];
/** Distances from the median of a normal distribution, in units of that within which 80 % lie. */
const REACH = QUANTILE_LEVELS.map((level) => Math.abs(normalQuantile(level)) / normalQuantile(0.9));

/**
 * The distribution of a quarter hour from that of its hour: moved by the deviation that is expected of the quarter, and wider by the spread of
 * such deviations, taken as normal and independent of the error of the hour.
 */
export function distributionOfQuarter(
  hour: PriceDistribution,
  shape: QuarterShape,
  place: QuarterOfHour,
): Float64Array {
  const middle = hour[MEDIAN] + deviationOf(shape, place);
  const spread = spreadOf(shape, place);
  return Float64Array.from(QUANTILE_LEVELS, (_, k) => {
    const distance = Math.hypot(hour[k] - hour[MEDIAN], REACH[k] * spread);
    return k < MEDIAN ? middle - distance : middle + distance;
  });
}

/** Which share of the variance of a quarter is not its hour's, 0 to 1. */
export function quarterShare(hour: PriceDistribution, shape: QuarterShape, place: QuarterOfHour): number {
  const spread = spreadOf(shape, place);
  const ofHour = (hour[UPPER] - hour[LOWER]) / 2;
  return spread === 0 ? 0 : spread ** 2 / (spread ** 2 + ofHour ** 2);
}
