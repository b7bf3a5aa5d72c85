import { ROW_UNIT } from '../../runtime/kernel/kernel.ts';
import type { BinnedColumns } from './binned-columns.ts';

/** The best cut of a leaf in two. */
export interface Split {
  /** Fall of the squared loss of the slopes; > 0. */
  gain: number;
  column: number;
  /** Codes up to `bin` go left. */
  bin: number;
}

export interface SplitLimits {
  /** Fewest rows on either side. */
  minLeafRows: number;
  /** Added to the number of rows of a side when its mean is taken; >= 0. */
  shrinkage: number;
}

/**
 * The slopes of `rows` as whole multiples of a small unit, each with ROW_UNIT added, in the order of `rows`. No sum of
 * them leaves +-2^31. All 0 slopes give bare row units.
 */
export function packSlopes(slopes: Float64Array, rows: Int32Array, packed: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < rows.length; i++) largest = Math.max(largest, Math.abs(slopes[rows[i]]));
  const steps = Math.floor((2 ** 31 - 1) / rows.length);
  const scale = largest > 0 ? steps / largest : 0;
  for (let i = 0; i < rows.length; i++) packed[rows[i]] = ROW_UNIT + Math.round(slopes[rows[i]] * scale);
}

/** Sum of a leaf's packed slopes, from what its histogram has of any column. */
export function totalOf(histogram: Float64Array, data: BinnedColumns, columns: Int32Array): number {
  let total = 0;
  for (let code = 0; code < data.edges[columns[0]].length + 2; code++) total += histogram[code];
  return total;
}
