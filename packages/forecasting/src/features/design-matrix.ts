/** A matrix whose columns have names. Column-major: column j is `values.subarray(j * rows, (j + 1) * rows)`. */
export interface DesignMatrix {
  columns: string[];
  rows: number;
  values: Float64Array;
}

/** A view of column j, not a copy. */
export function columnOf(matrix: DesignMatrix, j: number): Float64Array {
  return matrix.values.subarray(j * matrix.rows, (j + 1) * matrix.rows);
}
