import { countAtMost } from '../linalg/statistics.ts';
import { QUANTILE_LEVELS } from './quantile-levels.ts';

/** The lowest and the highest price that a market allows. */
export interface PriceLimits {
  lowest: number;
  highest: number;
}

/**
 * The distribution of a price that is not known yet: one price for each of `QUANTILE_LEVELS`, rising, unit of the price. Between
 * two levels the quantile is a straight line; beyond the outermost the tails are exponential. Prices that coincide are an atom.
 */
export type PriceDistribution = ArrayLike<number>;

/** Levels whose quantiles give the scale of a tail: the outermost, and the fourth from the end. */
const TAIL_STEPS = 3;
const LAST = QUANTILE_LEVELS.length - 1;
const LOWEST_LEVEL = QUANTILE_LEVELS[0];
const TAIL_LOG = Math.log(QUANTILE_LEVELS[TAIL_STEPS] / LOWEST_LEVEL);

/**
 * The price that is not exceeded with probability `level`, in (0, 1). With `limits` it lies within them, and what lies beyond is an atom
 * at the limit. Rises with the level.
 */
export function quantileAt(distribution: PriceDistribution, level: number, limits?: PriceLimits): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`A quantile level lies in (0, 1); got ${level}.`);
  const price = freeQuantile(distribution, level);
  return limits === undefined ? price : Math.min(limits.highest, Math.max(limits.lowest, price));
}

/** The probability that the price is `price` or less: the inverse of `quantileAt`, the upper end where several levels have that price. */
export function probabilityAtMost(
  distribution: PriceDistribution,
  price: number,
  limits?: PriceLimits,
): number {
  if (Number.isNaN(price)) throw new RangeError('A probability needs a price; got NaN.');
  if (limits !== undefined && price < limits.lowest) return 0;
  if (limits !== undefined && price >= limits.highest) return 1;
  if (price < distribution[0]) {
    const scale = (distribution[TAIL_STEPS] - distribution[0]) / TAIL_LOG;
    return scale > 0 ? LOWEST_LEVEL * Math.exp((price - distribution[0]) / scale) : 0;
  }
  if (price >= distribution[LAST]) {
    const scale = (distribution[LAST] - distribution[LAST - TAIL_STEPS]) / TAIL_LOG;
    return scale > 0 ? 1 - LOWEST_LEVEL * Math.exp((distribution[LAST] - price) / scale) : 1;
  }
  const above = countAtMost(distribution, price);
  const [low, high] = [distribution[above - 1], distribution[above]];
  const share = (price - low) / (high - low);
  return QUANTILE_LEVELS[above - 1] + share * (QUANTILE_LEVELS[above] - QUANTILE_LEVELS[above - 1]);
}

function freeQuantile(distribution: PriceDistribution, level: number): number {
  if (level < LOWEST_LEVEL) {
    const scale = (distribution[TAIL_STEPS] - distribution[0]) / TAIL_LOG;
    return distribution[0] + scale * Math.log(level / LOWEST_LEVEL);
  }
  if (level > 1 - LOWEST_LEVEL) {
    const scale = (distribution[LAST] - distribution[LAST - TAIL_STEPS]) / TAIL_LOG;
    return distribution[LAST] - scale * Math.log((1 - level) / LOWEST_LEVEL);
  }
  const above = Math.max(1, firstAtLeast(QUANTILE_LEVELS, level));
  const [low, high] = [QUANTILE_LEVELS[above - 1], QUANTILE_LEVELS[above]];
  // Exact at both ends, so that p10 and p90 are the same numbers wherever they are read.
  if (level === high) return distribution[above];
  const share = (level - low) / (high - low);
  return distribution[above - 1] + share * (distribution[above] - distribution[above - 1]);
}

function firstAtLeast(rising: ArrayLike<number>, value: number): number {
  let i = 0;
  while (i < rising.length && rising[i] < value) i++;
  return i;
}
