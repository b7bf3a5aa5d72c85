import type { DesignMatrix } from '../features/design-matrix.ts';
import { columnOf } from '../features/design-matrix.ts';
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

/** As `binOf` for every value. The last bin is tried first: neighbouring rows are often the slots of a day. */
function fillCodes(values: Float64Array, edges: Float64Array, codes: Uint8Array): void {
  const count = edges.length;
  let last = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) continue;
    const isSame = (last === 0 || edges[last - 1] < value) && (last === count || value <= edges[last]);
    if (!isSame) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (edges[middle] < value) low = middle + 1;
        else high = middle;
      }
      last = low;
    }
    codes[i] = last + 1;
  }
}
