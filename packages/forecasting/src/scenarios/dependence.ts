import { normalQuantile } from '../metrics/normal-distribution.ts';

/**
 * How the errors of several periods go together, learnt from past forecasts: one row for each of them, one normal score for each slot.
 * Plain JSON.
 */
export interface Dependence {
  scores: number[][];
  /**
   * How many days before the paths each past forecast lies, where known, all `below` a number. Paths of the same number rest on past
   * forecasts of the same age, and so of the same day, whatever they are paths of: so those of several auctions of a day go together.
   */
  ages?: { known: number[]; below: number } | undefined;
}

/** Normal scores are taken of levels at least this far from 0 and 1. */
const LEAST_LEVEL = 0.001;

/**
 * Learns from the errors (price minus forecast) of past forecasts, one row for each, one number for each slot, of any unit that is the
 * same within a slot. Each error is replaced by the normal score of its rank within the slot, so that neither its size nor its skew
 * counts: both come from the distributions that paths are drawn for. Throws RangeError for fewer than two rows, rows of different
 * length, and NaN.
 */
export function fitDependence(errors: readonly Float64Array[]): Dependence {
  if (errors.length < 2) {
    throw new RangeError(`A dependence needs two past forecasts or more; got ${errors.length}.`);
  }
  const slots = errors[0].length;
  if (errors.some((row) => row.length !== slots || row.some(Number.isNaN))) {
    throw new RangeError('Every past forecast needs one error for each slot.');
  }
  return dependenceOfRanks(ranksOf(errors));
}

/** The ranks of errors within their slots, from 0: all that a dependence takes of them. */
export function ranksOf(errors: readonly Float64Array[]): number[][] {
  const ranks = errors.map((row) => Array.from(row, () => 0));
  errors[0]?.forEach((_, slot) => {
    const order = errors
      .map((_unused, row) => row)
      .sort((a, b) => errors[a][slot] - errors[b][slot] || a - b);
    order.forEach((row, rank) => (ranks[row][slot] = rank));
  });
  return ranks;
}

/** The dependence of errors with these ranks. */
export function dependenceOfRanks(ranks: readonly ArrayLike<number>[]): Dependence {
  const scoreOfRank = ranks.map((_, rank) => scoreAt((rank + 0.5) / ranks.length));
  return { scores: ranks.map((row) => Array.from(row, (rank) => scoreOfRank[rank])) };
}

function scoreAt(level: number): number {
  return normalQuantile(Math.min(1 - LEAST_LEVEL, Math.max(LEAST_LEVEL, level)));
}
