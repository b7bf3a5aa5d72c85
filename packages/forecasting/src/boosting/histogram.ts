import type { BinnedColumns } from './binned-columns.ts';

/** Places of one column in a histogram, one for each code. */
export const COLUMN_STRIDE = 256;

/**
 * A bin of a histogram is one number, ROW_UNIT times its rows plus the sum of their slopes, which are whole numbers: half
 * the work of two sums, and exact, so that what remains after a subtraction is what a count would give.
 */
export const ROW_UNIT = 2 ** 32;

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

/** Turns the histogram of a leaf into that of one child, given the other's. */
export function subtractHistogram(
  parent: Float64Array,
  child: Float64Array,
  data: BinnedColumns,
  columns: Int32Array,
): void {
  for (let k = 0; k < columns.length; k++) {
    const from = k * COLUMN_STRIDE;
    const to = from + data.edges[columns[k]].length + 2;
    for (let at = from; at < to; at++) parent[at] -= child[at];
  }
}

/** The first split of greatest gain, or undefined where none has a gain and enough rows on both sides. */
export function findSplit(
  histogram: Float64Array,
  data: BinnedColumns,
  columns: Int32Array,
  total: number,
  { minLeafRows, shrinkage }: SplitLimits,
): Split | undefined {
  const rows = Math.round(total / ROW_UNIT);
  const slopes = total - rows * ROW_UNIT;
  const whole = slopes ** 2 / (rows + shrinkage);
  let best = whole * (1 + 1e-12);
  let column = -1;
  let bin = 0;
  for (let k = 0; k < columns.length; k++) {
    const last = data.edges[columns[k]].length + 1;
    const from = k * COLUMN_STRIDE;
    let left = 0;
    for (let code = 0; code < last; code++) {
      left += histogram[from + code];
      const leftRows = Math.round(left / ROW_UNIT);
      if (leftRows < minLeafRows) continue;
      const rightRows = rows - leftRows;
      if (rightRows < minLeafRows) break;
      const leftSlopes = left - leftRows * ROW_UNIT;
      const rightSlopes = slopes - leftSlopes;
      const score =
        (leftSlopes * leftSlopes) / (leftRows + shrinkage) +
        (rightSlopes * rightSlopes) / (rightRows + shrinkage);
      if (score > best) {
        best = score;
        column = columns[k];
        bin = code;
      }
    }
  }
  return column < 0 ? undefined : { gain: best - whole, column, bin };
}
