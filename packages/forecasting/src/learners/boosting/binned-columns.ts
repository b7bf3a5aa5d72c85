import type { DesignMatrix } from '../../features/design-matrix.ts';
import { columnOf } from '../../features/design-matrix.ts';
import { MAX_BINS, binEdges } from './bin-edges.ts';

/** A matrix of features with each number replaced by the bin it falls in. */
export interface BinnedColumns {
  columns: string[];
  rows: number;
  /** Column-major, 0 for a missing value. */
  codes: Uint8Array;
  /** Edges of the bins of each column. */
  edges: number[][];
}

export function binColumns(matrix: DesignMatrix, maxBins: number): BinnedColumns {
  if (!Number.isInteger(maxBins) || maxBins < 2 || maxBins > MAX_BINS) {
    throw new RangeError(`maxBins is a whole number from 2 to ${MAX_BINS}; got ${maxBins}.`);
  }
  const { columns, rows } = matrix;
  const codes = new Uint8Array(columns.length * rows);
  const edges = columns.map((_, j) => {
    const values = columnOf(matrix, j);
    const cuts = binEdges(values, maxBins);
    fillCodes(values, Float64Array.from(cuts), codes.subarray(j * rows, (j + 1) * rows));
    return cuts;
  });
  return { columns, rows, codes, edges };
}

/** Cells of equal width between the first and the last edge. */
const CELLS = 512;

/** As `binOf` for every value. Each cell tells where to begin to look for the edges around a value in it. */
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
