import { normalQuantile } from '../metrics/normal-quantile.ts';
import { standardDeviation } from '../linalg/standard-deviation.ts';

/**
 * A rising, piecewise linear map of prices that draws apart the low ones where they crowd and together where they are rare, and leaves
 * those above the median as they are. Supply is flat near its floor: there a little more wind hardly moves the price, and a little less
 * lets it leap. On the stretched scale prices answer evenly, and a forecast on it that is right in the middle is a median.
 */
export interface PriceStretch {
  /** Prices at the knots, rising, price unit. */
  prices: number[];
  /** What they become, rising. Above the last knot a price keeps its distance to it. */
  stretched: number[];
}

/** Shares of the prices that lie below each knot, up to the median. */
const LEVELS = Array.from({ length: 31 }, (_, k) => 0.01 + (0.98 * k) / 60);
const SCORES = LEVELS.map(normalQuantile);

/**
 * The map that takes the lower half of the known `prices` by a part `share` (0 to below 1) from where they are to where they would lie
 * below the median if they were normally distributed; undefined where they have no lower half. Source of the full step: the normal
 * probability integral transform of Uniejewski, Weron and Ziel (2018), IEEE Trans. Power Systems 33(2).
 */
export function fitPriceStretch(prices: Float64Array, share: number): PriceStretch | undefined {
  const sorted = prices.filter(Number.isFinite).sort();
  const { length } = sorted;
  if (length === 0) return undefined;
  const middle = sorted[Math.floor(length / 2)];
  const spread = standardDeviation(sorted);
  const knots: { price: number; scores: number[] }[] = [];
  LEVELS.forEach((level, k) => {
    const price = sorted[Math.floor(level * length)];
    const last = knots.at(-1);
    if (last?.price === price) last.scores.push(SCORES[k]);
    else knots.push({ price, scores: [SCORES[k]] });
  });
  if (knots.length === 1) return undefined;
  return {
    prices: knots.map(({ price }) => price),
    stretched: knots.map(({ price, scores }) => {
      const score = (scores[0] + scores[scores.length - 1]) / 2;
      return price + share * (middle + spread * score - price);
    }),
  };
}

/** NaN for NaN. */
export function stretchPrice({ prices, stretched }: PriceStretch, price: number): number {
  return between(prices, stretched, price);
}

/** The inverse of `stretchPrice`. */
export function unstretchPrice({ prices, stretched }: PriceStretch, value: number): number {
  return between(stretched, prices, value);
}

/** Linear between the knots, below them as steep as they are on the whole, above them with slope 1. */
function between(from: number[], to: number[], value: number): number {
  const last = from.length - 1;
  if (value >= from[last]) return to[last] + (value - from[last]);
  if (value < from[0]) return to[0] + ((value - from[0]) * (to[last] - to[0])) / (from[last] - from[0]);
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle] <= value) low = middle;
    else high = middle;
  }
  return to[low] + ((value - from[low]) * (to[high] - to[low])) / (from[high] - from[low]);
}
