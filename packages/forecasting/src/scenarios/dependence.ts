import { normalQuantile } from '../metrics/normal-distribution.ts';

/**
 * How the errors of several periods go together, learnt from past forecasts: one row for each of them, one normal score for each slot.
 * Plain JSON.
 */
export interface Dependence {
  scores: number[][];
}

/** With fewer past forecasts how errors go together is chance. */
export const FEWEST_PAST_FORECASTS = 20;

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
  const scoreOfRank = errors.map((_, rank) => scoreAt((rank + 0.5) / errors.length));
  const scores = errors.map(() => Array.from({ length: slots }, () => 0));
  for (let slot = 0; slot < slots; slot++) {
    const order = errors.map((_, row) => row).sort((a, b) => errors[a][slot] - errors[b][slot] || a - b);
    order.forEach((row, rank) => (scores[row][slot] = scoreOfRank[rank]));
  }
  return { scores };
}

function scoreAt(level: number): number {
  return normalQuantile(Math.min(1 - LEAST_LEVEL, Math.max(LEAST_LEVEL, level)));
}
