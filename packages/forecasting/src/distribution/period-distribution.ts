import type { ForecastPoint } from '../data/forecast-point.ts';
import type { PriceDistribution } from './price-distribution.ts';
import { LOWER, MEDIAN, NORMAL_REACH, QUANTILE_LEVELS, UPPER } from './quantile-levels.ts';

/** The distribution of the price of a delivery period that starts at `start`, epoch ms. */
export interface PeriodDistribution {
  start: number;
  distribution: PriceDistribution;
}

/** The distribution of each slot, of one array of slots for each of `QUANTILE_LEVELS`. */
export function distributionsOfSlots(quantiles: readonly Float64Array[]): Float64Array[] {
  return Array.from(quantiles[0], (_, slot) => Float64Array.from(quantiles, (ofLevel) => ofLevel[slot]));
}

/** Point forecast and bounds: the median, the 10th and the 90th percentile. */
export function pointOf({ start, distribution }: PeriodDistribution): ForecastPoint {
  return { start, value: distribution[MEDIAN], p10: distribution[LOWER], p90: distribution[UPPER] };
}

/** The distribution with these three percentiles that is one half of a normal distribution below the median and one above it. */
export function distributionFromBounds({ value, p10, p90 }: Omit<ForecastPoint, 'start'>): Float64Array {
  return Float64Array.from(QUANTILE_LEVELS, (_, k) => {
    if (k === LOWER) return p10;
    if (k === UPPER) return p90;
    return k < MEDIAN ? value - NORMAL_REACH[k] * (value - p10) : value + NORMAL_REACH[k] * (p90 - value);
  });
}

/** A distribution with the prices that it has, given to the last bit, at its median and its bounds. Quantiles still rise. */
export function withExactPoint(
  distribution: PriceDistribution,
  { value, p10, p90 }: Omit<ForecastPoint, 'start'>,
): Float64Array {
  return Float64Array.from(distribution, (price, k) => {
    if (k === LOWER) return p10;
    if (k === MEDIAN) return value;
    if (k === UPPER) return p90;
    if (k < LOWER) return Math.min(price, p10);
    if (k > UPPER) return Math.max(price, p90);
    return k < MEDIAN ? Math.min(Math.max(price, p10), value) : Math.min(Math.max(price, value), p90);
  });
}
