/** Subtracts its mean from every column of a column-major matrix, in place, and returns the means. */
export function centerColumns(values: Float64Array, rows: number): number[] {
  const means: number[] = [];
  for (let first = 0; first < values.length; first += rows) {
    const column = values.subarray(first, first + rows);
    const mean = column.reduce((sum, value) => sum + value, 0) / rows;
    for (let i = 0; i < rows; i++) column[i] -= mean;
    means.push(mean);
  }
  return means;
}
