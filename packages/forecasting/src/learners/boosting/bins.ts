import { type DesignMatrix, columnOf } from '../../features/design-matrix.ts';

/** A matrix of features with each number replaced by the bin it falls in. */
export interface BinnedColumns {
  columns: string[];
  rows: number;
  /** Column-major, 0 for a missing value. */
  codes: Uint8Array;
  /** Edges of the bins of each column. */
  edges: number[][];
}

/** Bins every column; those that a matrix binned `before` to as many bins has with the same numbers are taken from there. */
export function binColumns(
  matrix: DesignMatrix,
  maxBins: number,
  before?: { matrix: DesignMatrix; binned: BinnedColumns },
): BinnedColumns {
  if (!Number.isInteger(maxBins) || maxBins < 2 || maxBins > MAX_BINS) {
    throw new RangeError(`maxBins is a whole number from 2 to ${MAX_BINS}; got ${maxBins}.`);
  }
  const { columns, rows } = matrix;
  const codes = new Uint8Array(columns.length * rows);
  const edges = columns.map((name, j) => {
    const values = columnOf(matrix, j);
    const own = codes.subarray(j * rows, (j + 1) * rows);
    const same = before?.matrix.columns.indexOf(name) ?? -1;
    if (before !== undefined && same >= 0 && isSame(columnOf(before.matrix, same), values)) {
      own.set(before.binned.codes.subarray(same * rows, (same + 1) * rows));
      return before.binned.edges[same];
    }
    const cuts = binEdges(values, maxBins);
    fillCodes(values, Float64Array.from(cuts), own);
    return cuts;
  });
  return { columns, rows, codes, edges };
}

function isSame(some: Float64Array, others: Float64Array): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) {
    if (some[i] !== others[i] && !(Number.isNaN(some[i]) && Number.isNaN(others[i]))) return false;
  }
  return true;
}

/** Cells of equal width between the first and the last edge. */
const CELLS = 512;

/** As `binOf` for every value. Each cell holds where to begin to look for the edges around a value in it. */
function fillCodes(values: Float64Array, edges: Float64Array, codes: Uint8Array): void {
  const count = edges.length;
  const first = edges[0] ?? 0;
  const perUnit = count > 1 ? CELLS / (edges[count - 1] - first) : 0;
  const begin = new Uint8Array(CELLS + 1);
  for (let cell = 0, bin = 0; cell <= CELLS; cell++) {
    while (bin < count && (edges[bin] - first) * perUnit < cell) bin++;
    begin[cell] = bin;
  }
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) continue;
    const cell = (value - first) * perUnit;
    let bin = begin[cell > 0 ? (cell < CELLS ? cell | 0 : CELLS) : 0];
    while (bin < count && edges[bin] < value) bin++;
    while (bin > 0 && edges[bin - 1] >= value) bin--;
    codes[i] = bin + 1;
  }
}

/** Codes fit in a byte: 0 for a missing value, 1 to 255 for the bins. */
export const MAX_BINS = 255;

/** Values that are sorted to place the edges of a column; more would move them by less than a hundredth of a bin. */
const SAMPLE_SIZE = 2048;

/** Fractional part of the golden ratio: its multiples modulo 1 spread evenly, whatever period the rows have. */
const GOLDEN_FRACTION = 0.618_033_988_749_894_8;

/**
 * Ascending edges that cut the numbers of a column into at most `maxBins` bins of about equal count; equal numbers share a
 * bin. Bin k holds edges[k - 2] < x <= edges[k - 1]. NaN is left out. A constant column has no edges.
 */
export function binEdges(values: ArrayLike<number>, maxBins: number): number[] {
  const sorted = sortedSample(values);
  const edges: number[] = [];
  const step = Math.max(1, sorted.length / maxBins);
  let next = step;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] === sorted[i - 1] || i < next - 1e-9) continue;
    edges.push(between(sorted[i - 1], sorted[i]));
    next = Math.max(next + step, Math.floor(i / step + 1e-9) * step + step);
  }
  return edges;
}

/** 0 for NaN, else 1 + the number of edges below `value`. */
export function binOf(edges: ArrayLike<number>, value: number): number {
  if (Number.isNaN(value)) return 0;
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

function sortedSample(values: ArrayLike<number>): Float64Array {
  const count = Math.min(values.length, SAMPLE_SIZE);
  const sample = new Float64Array(count);
  let known = 0;
  for (let k = 0; k < count; k++) {
    const turns = k * GOLDEN_FRACTION;
    const at = count === values.length ? k : Math.floor((turns - Math.floor(turns)) * values.length);
    if (!Number.isNaN(values[at])) sample[known++] = values[at];
  }
  return sample.subarray(0, known).sort();
}

/** A number with low <= it < high, halfway where there is room. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}
