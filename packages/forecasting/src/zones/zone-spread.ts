import { type PriceDistribution, quantileAt } from '../distribution/price-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';

/**
 * How far the price of a zone may lie from that of its reference zone in a period: below it with one probability, above it with another, and
 * exactly on it with the rest. Plain numbers.
 */
export interface ZoneSpread {
  /** Epoch ms. */
  start: number;
  /** Probabilities that the zone clears below and above the reference, 0 to 1, together at most 1. */
  below: number;
  above: number;
  /** Quantiles of the distance where it does, by `QUANTILE_LEVELS`, rising, above 0, EUR/MWh. */
  sizesBelow: PriceDistribution;
  sizesAbove: PriceDistribution;
}

/** The spread (zone minus reference) that is not exceeded with probability `level`, in (0, 1), EUR/MWh: 0 where the zones clear together. */
export function spreadAt({ below, above, sizesBelow, sizesAbove }: ZoneSpread, level: number): number {
  if (level < below) return -sizeAt(sizesBelow, 1 - level / below);
  const beyond = level - (1 - above);
  return beyond > 0 ? sizeAt(sizesAbove, beyond / above) : 0;
}

/** A size lies above 0 even in the tail. Rounding may bring a level to 0 or 1. */
function sizeAt(sizes: PriceDistribution, level: number): number {
  const size = quantileAt(sizes, Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, level)));
  return Math.max(sizes[0], size);
}

/** A spread that is taken as sure, EUR/MWh. One of less than `leastSpread`, and one that is not known, is none. */
export function sureSpread(start: number, spread: number, leastSpread: number): ZoneSpread {
  const sizes = new Float64Array(QUANTILE_LEVELS.length).fill(Math.max(leastSpread, Math.abs(spread) || 0));
  return {
    start,
    below: spread <= -leastSpread ? 1 : 0,
    above: spread >= leastSpread ? 1 : 0,
    sizesBelow: sizes,
    sizesAbove: sizes,
  };
}

/** Quantiles of the spread by `QUANTILE_LEVELS`, EUR/MWh. Those that are 0 are an atom. */
export function spreadDistribution(spread: ZoneSpread): Float64Array {
  return Float64Array.from(QUANTILE_LEVELS, (level) => spreadAt(spread, level));
}

/** The mean of the spread, EUR/MWh. */
export function expectedSpread({ below, above, sizesBelow, sizesAbove }: ZoneSpread): number {
  return above * meanOf(sizesAbove) - below * meanOf(sizesBelow);
}

/** Of a distribution between its outermost levels: quantiles are straight lines between them. */
function meanOf(quantiles: PriceDistribution): number {
  let sum = QUANTILE_LEVELS[0] * (quantiles[0] + quantiles[quantiles.length - 1]);
  for (let k = 1; k < QUANTILE_LEVELS.length; k++)
    sum += ((QUANTILE_LEVELS[k] - QUANTILE_LEVELS[k - 1]) * (quantiles[k - 1] + quantiles[k])) / 2;
  return sum;
}
