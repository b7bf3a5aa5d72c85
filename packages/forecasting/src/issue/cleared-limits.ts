import type { PeriodDistribution } from '../distribution/period-distribution.ts';
import { MEDIAN } from '../distribution/quantile-levels.ts';

/** Prices that a forecast may name, price unit. */
export interface PriceBounds {
  min: number;
  /** Of the point forecast. */
  pointMin: number;
  max: number;
}

/** Prices that have cleared. */
export interface ClearedPrices {
  /** In the price unit, in any order. */
  prices: ArrayLike<number>;
  /** How many hours they are of. */
  hours: number;
}

/** What is known of the prices of an auction when a forecast is issued. */
export interface ClearedMarket {
  /** All of its history. */
  ever: ClearedPrices;
  /** Of the last days, for a forecast whose point does not fall below them; undefined for one that starts from a known price. */
  recent: ClearedPrices | undefined;
}

/** How a forecast is held near what has cleared. */
export interface ClearedLimits {
  /** With fewer known days the limits of the market alone hold. */
  fewestDays: number;
  /** An auction with fewer days of its own has not seen all seasons: those of the other auctions count as well. */
  fewestOwnDays: number;
  /**
   * How far beyond the lowest and the highest price that cleared a forecast may go, as shares of their distances to the median. New lows come
   * in small steps and new highs in leaps: before March 2022 the highest Spanish price was 409 EUR/MWh, then 700.
   */
  belowLowest: number;
  aboveHighest: number;
}

const HOURS_PER_DAY = 24;

/**
 * The limits of a forecast: those of the market, narrowed to what has cleared with some room beyond. The point forecast does not fall below
 * what cleared lately, and its lower quantiles little: where supply exceeds demand a model extrapolates far below, and held at the lowest
 * price of recent days its point errs less (benchmarks/accuracy/price-limits.md).
 */
export function clearedBounds(
  { ever, recent }: ClearedMarket,
  { lowest: min, highest: max }: { lowest: number; highest: number },
  limits: ClearedLimits,
): PriceBounds {
  const isEnough = ({ hours }: ClearedPrices) => hours >= limits.fewestDays * HOURS_PER_DAY;
  if (!isEnough(ever)) return { min, pointMin: min, max };
  const belowLowest = ({ lowest, median }: PriceRange) => lowest - limits.belowLowest * (median - lowest);
  const all = rangeOf(ever.prices);
  const lately = recent === undefined || !isEnough(recent) ? undefined : rangeOf(recent.prices);
  const least = Math.max(min, belowLowest(all), lately === undefined ? min : belowLowest(lately));
  return {
    min: least,
    pointMin: Math.max(least, lately?.lowest ?? least),
    max: Math.min(max, all.highest + limits.aboveHighest * (all.highest - all.median)),
  };
}

/**
 * Keeps a distribution within bounds. One whose median lies below that of points is moved up as a whole, so that it is as wide as before; what
 * still lies beyond the bounds is an atom at them.
 */
export function clipTo({ min, pointMin, max }: PriceBounds) {
  return <T extends PeriodDistribution>(period: T): T => {
    const rise = Math.max(0, pointMin - period.distribution[MEDIAN]);
    return {
      ...period,
      distribution: Float64Array.from(period.distribution, (price) =>
        Math.min(max, Math.max(min, price + rise)),
      ),
    };
  };
}

interface PriceRange {
  lowest: number;
  median: number;
  highest: number;
}

function rangeOf(prices: ArrayLike<number>): PriceRange {
  const ascending = Float64Array.from(prices).sort();
  return {
    lowest: ascending[0],
    median: ascending[ascending.length >> 1],
    highest: ascending[ascending.length - 1],
  };
}
