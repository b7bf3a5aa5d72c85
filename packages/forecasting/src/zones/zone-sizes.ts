import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { countAtMost } from '../linalg/statistics.ts';
import { PLACES } from './zone-day.ts';
import type { ZoneSizeOptions } from './zone-recipe.ts';

/** A past split in one direction, or the period that is forecast. */
export interface Split {
  /** Day number. */
  day: number;
  /** First quarter of the local clock. */
  place: number;
  expected: number;
  earlierSpread: number;
}

/** Past splits in one direction, by rising size. */
export interface PastSplits {
  splits: readonly Split[];
  /** EUR/MWh, above 0. */
  sizes: Float64Array;
}

const PLACES_PER_HOUR = 4;
/** How exactly a quantile is found: halvings of the span that it is looked for in, and the means of an exponential that hold nearly all of it. */
const STEPS = 40;
const LONGEST_MEANS = 20;

/** Puts splits in order of size. */
export function pastSplits(splits: readonly (Split & { size: number })[]): PastSplits {
  const sorted = [...splits].sort((a, b) => a.size - b.size || a.day - b.day || a.place - b.place);
  return { splits: sorted, sizes: Float64Array.from(sorted, ({ size }) => size) };
}

/**
 * Quantiles of the size of a split: those of the past splits, weighted by likeness exp(-distance) of time of day, expected price, spread of
 * the auction before and age, beside an exponential distribution that counts as a few splits. What is unknown of either adds nothing.
 * O(splits).
 */
export function sizesAt(
  { splits, sizes }: PastSplits,
  period: Split,
  options: ZoneSizeOptions,
): Float64Array {
  const { halfLifeDays, hourScale, priceScale, earlierScale, priorMean, priorSplits, leastSize } = options;
  const weights = new Float64Array(splits.length);
  let all = 0;
  for (let i = 0; i < splits.length; i++) {
    const split = splits[i];
    const apart = Math.abs(split.place - period.place);
    let distance = Math.min(apart, PLACES - apart) / (PLACES_PER_HOUR * hourScale);
    const price = Math.abs(split.expected - period.expected) / priceScale;
    if (price > 0) distance += price;
    const earlier = Math.abs(split.earlierSpread - period.earlierSpread) / earlierScale;
    if (earlier > 0) distance += earlier;
    const age = Math.max(0, period.day - split.day);
    weights[i] = Math.exp(-distance) * 0.5 ** (age / halfLifeDays);
    all += weights[i];
  }
  return mixedQuantiles({ sizes, weights, all }, { mean: priorMean, weight: priorSplits, least: leastSize });
}

/** Quantiles of a weighted sample mixed with an exponential distribution, by bisection: the share below a size rises with it. */
function mixedQuantiles(
  { sizes, weights, all }: { sizes: Float64Array; weights: Float64Array; all: number },
  prior: { mean: number; weight: number; least: number },
): Float64Array {
  const reached = new Float64Array(sizes.length + 1);
  weights.forEach((weight, i) => (reached[i + 1] = reached[i] + weight));
  const shareAtMost = (size: number) =>
    (reached[countAtMost(sizes, size)] + prior.weight * (1 - Math.exp(-size / prior.mean))) /
    (all + prior.weight);
  const longest = Math.max(sizes.at(-1) ?? 0, prior.mean * LONGEST_MEANS);
  let low = 0;
  return Float64Array.from(QUANTILE_LEVELS, (level) => {
    let [from, to] = [low, shareAtMost(low) < level ? longest : low];
    for (let step = 0; step < STEPS && to > from; step++) {
      const middle = (from + to) / 2;
      if (shareAtMost(middle) < level) from = middle;
      else to = middle;
    }
    low = to;
    return Math.max(prior.least, to);
  });
}
