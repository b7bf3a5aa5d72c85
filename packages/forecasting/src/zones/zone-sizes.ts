import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { crossingOf } from '../linalg/crossing.ts';
import { countAtMost } from '../linalg/statistics.ts';
import { PLACES } from './zone-day.ts';
import type { ZoneEarlierOptions, ZoneSizeOptions } from './zone-recipe.ts';

/** A past split in one direction, or the period that is forecast. */
export interface Split {
  /** Day number. */
  day: number;
  /** First quarter of the local clock. */
  place: number;
  expected: number;
  /** Spread of the auction before in the direction of the split, NaN where it is not known. */
  earlierSpread: number;
}

/** Past splits in one direction. */
export interface PastSplits {
  /** Their sizes, EUR/MWh, above 0. */
  plain: SortedSplits;
  /** Of those whose auction before is known, what their sizes lie above the carried share of its spread; below 0 where they lie below it. */
  changes: SortedSplits;
}

/** Splits by rising size, a list for each of what they are known by. */
interface SortedSplits {
  days: Float64Array;
  places: Float64Array;
  expected: Float64Array;
  earlierSpreads: Float64Array;
  sizes: Float64Array;
}

const PLACES_PER_HOUR = 4;
/** How exactly a quantile is found: halvings of the span that it is looked for in, and the means of an exponential that hold nearly all of it. */
const HALVINGS = 40;
const LONGEST_MEANS = 20;

/** Puts splits in order of size, and of the change from the auction before. */
export function pastSplits(
  splits: readonly (Split & { size: number })[],
  earlier: Pick<ZoneEarlierOptions, 'carriedShare'>,
): PastSplits {
  const known = splits.filter(({ earlierSpread }) => !Number.isNaN(earlierSpread));
  return {
    plain: sorted(splits),
    changes: sorted(known.map((split) => ({ ...split, size: split.size - carriedOf(split, earlier) }))),
  };
}

function sorted(splits: readonly (Split & { size: number })[]): SortedSplits {
  const rising = [...splits].sort((a, b) => a.size - b.size || a.day - b.day || a.place - b.place);
  return {
    days: Float64Array.from(rising, ({ day }) => day),
    places: Float64Array.from(rising, ({ place }) => place),
    expected: Float64Array.from(rising, ({ expected }) => expected),
    earlierSpreads: Float64Array.from(rising, ({ earlierSpread }) => earlierSpread),
    sizes: Float64Array.from(rising, ({ size }) => size),
  };
}

/** What of the spread of the auction before is taken over, EUR/MWh: nothing of one in the other direction. */
function carriedOf(
  { earlierSpread }: Split,
  { carriedShare }: Pick<ZoneEarlierOptions, 'carriedShare'>,
): number {
  return carriedShare * Math.max(0, earlierSpread);
}

/**
 * Quantiles of the size of a split in each period of a day: those of the past splits, weighted by likeness exp(-distance) of time of day, expected
 * price, spread of the auction before and age, beside an exponential distribution that counts as a few splits. What is unknown of either adds
 * nothing to the distance. Where the auction before is known, a past split counts by how far it went beyond what is carried of its own auction
 * before; that is added to what is carried of this one, from which the exponential begins too. O(periods x splits).
 */
export function sizesOfDay(
  past: PastSplits,
  periods: readonly Split[],
  { size, earlier }: { size: ZoneSizeOptions; earlier: Pick<ZoneEarlierOptions, 'carriedShare'> },
): Float64Array[] {
  const { halfLifeDays, hourScale, priceScale, earlierScale, priorMean, priorSplits, leastSize } = size;
  const agesOf = ({ days }: SortedSplits) =>
    days.map((day) => 0.5 ** (Math.max(0, periods[0].day - day) / halfLifeDays));
  const ages = { plain: agesOf(past.plain), changes: agesOf(past.changes) };
  return periods.map((period) => {
    const carried = carriedOf(period, earlier);
    const isCarried = !Number.isNaN(carried);
    const { places, expected, earlierSpreads, sizes: own } = isCarried ? past.changes : past.plain;
    const aged = isCarried ? ages.changes : ages.plain;
    const sizes = isCarried ? own.map((change) => Math.max(leastSize, change + carried)) : own;
    const prior = { from: isCarried ? carried : 0, mean: priorMean, weight: priorSplits, least: leastSize };
    const reached = new Float64Array(sizes.length + 1);
    for (let i = 0; i < sizes.length; i++) {
      const apart = Math.abs(places[i] - period.place);
      let distance = Math.min(apart, PLACES - apart) / (PLACES_PER_HOUR * hourScale);
      const price = Math.abs(expected[i] - period.expected) / priceScale;
      if (price > 0) distance += price;
      const before = Math.abs(earlierSpreads[i] - period.earlierSpread) / earlierScale;
      if (before > 0) distance += before;
      reached[i + 1] = reached[i] + Math.exp(-distance) * aged[i];
    }
    return mixedQuantiles({ sizes, reached }, prior);
  });
}

/**
 * Quantiles of a weighted sample mixed with an exponential distribution above `from`, by bisection: the share below a size rises with it. `reached`: the
 * weight of the first sizes, from none to all.
 */
function mixedQuantiles(
  { sizes, reached }: { sizes: Float64Array; reached: Float64Array },
  prior: { from: number; mean: number; weight: number; least: number },
): Float64Array {
  const all = reached[sizes.length] + prior.weight;
  const shareAtMost = (size: number) =>
    (reached[countAtMost(sizes, size)] +
      prior.weight * (1 - Math.exp(-Math.max(0, size - prior.from) / prior.mean))) /
    all;
  const longest = Math.max(sizes.at(-1) ?? 0, prior.from + prior.mean * LONGEST_MEANS);
  const justBelow = (size: number) => size - longest * 2 ** -HALVINGS;
  let [low, next] = [0, 0];
  return Float64Array.from(QUANTILE_LEVELS, (level) => {
    if (shareAtMost(low) < level) {
      next = firstThat(sizes, next, (size) => shareAtMost(size) >= level);
      const [before, size] = [sizes[next - 1] ?? low, sizes[next] ?? longest];
      // Most levels are reached by the jump at a size.
      const isJump = shareAtMost(justBelow(size)) < level;
      const near: [number, number] = isJump ? [justBelow(size), size] : [before, justBelow(size)];
      low = crossingOf(shareAtMost, level, { from: low, to: longest, halvings: HALVINGS, near });
    }
    return Math.max(prior.least, low);
  });
}

/**
 * The place of the first of rising values, from one place on, that is high enough, as all after it are; their count where none is. Those near
 * the place are asked first.
 */
function firstThat(rising: Float64Array, from: number, isEnough: (value: number) => boolean): number {
  let [first, last] = [from, from];
  for (let step = 1; last < rising.length && !isEnough(rising[last]); step *= 2) {
    first = last + 1;
    last = Math.min(rising.length, last + step);
  }
  while (first < last) {
    const middle = (first + last) >>> 1;
    if (isEnough(rising[middle])) last = middle;
    else first = middle + 1;
  }
  return first;
}
