/** Subtracts its mean from every column of a column-major matrix, in place, and returns the means. */
export function centerColumns(values: Float64Array, rows: number): Float64Array {
  const means = new Float64Array(values.length / rows);
  for (let column = 0, first = 0; column < means.length; column++, first += rows) {
    let sum = 0;
    for (let i = first; i < first + rows; i++) sum += values[i];
    const mean = sum / rows;
    for (let i = first; i < first + rows; i++) values[i] -= mean;
    means[column] = mean;
  }
  return means;
}
