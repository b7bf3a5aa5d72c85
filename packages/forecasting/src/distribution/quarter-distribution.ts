import { deviationOf, type QuarterOfHour, type QuarterShape, spreadOf, stepsAt } from './quarter-shape.ts';
import { MINUTE_MS } from '../market/madrid-time.ts';
import type { PeriodDistribution } from './period-distribution.ts';
import type { PriceDistribution } from './price-distribution.ts';
import { LOWER, MEDIAN, NORMAL_REACH, QUANTILE_LEVELS, UPPER } from './quantile-levels.ts';

/** The distribution of a quarter hour, and which share of its variance is not its hour's, 0 to 1. */
export interface QuarterDistribution extends PeriodDistribution {
  share: number;
}

const QUARTERS_PER_HOUR = 4;
const QUARTER_MS = 15 * MINUTE_MS;

/** An hour of the local clock, and the distribution of its price. */
export interface LocalHour extends PeriodDistribution {
  /** 0 to 23. */
  hour: number;
}

/**
 * Four quarters for each of some hours that follow each other. Their medians keep the mean of that of the hour. `priceBefore` is the price of the
 * hour before the first, where it is known.
 */
export function splitIntoQuarters(
  hours: readonly LocalHour[],
  shape: QuarterShape,
  priceBefore?: number,
): QuarterDistribution[] {
  const priceAt = (i: number) => (i < 0 ? priceBefore : hours[i]?.distribution[MEDIAN]);
  return hours.flatMap(({ start, hour, distribution }, i) => {
    const steps = stepsAt(i, distribution[MEDIAN], priceAt);
    return Array.from({ length: QUARTERS_PER_HOUR }, (_, quarter) => {
      const place = { hour, quarter, steps };
      return {
        start: start + quarter * QUARTER_MS,
        distribution: distributionOfQuarter(distribution, shape, place),
        share: quarterShare(distribution, shape, place),
      };
    });
  });
}

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
    const distance = Math.hypot(hour[k] - hour[MEDIAN], NORMAL_REACH[k] * spread);
    return k < MEDIAN ? middle - distance : middle + distance;
  });
}

/** Which share of the variance of a quarter is not its hour's, 0 to 1. */
export function quarterShare(hour: PriceDistribution, shape: QuarterShape, place: QuarterOfHour): number {
  const spread = spreadOf(shape, place);
  const ofHour = (hour[UPPER] - hour[LOWER]) / 2;
  return spread === 0 ? 0 : spread ** 2 / (spread ** 2 + ofHour ** 2);
}
