/** The rows one after the other. */
export function sideBySide(rows: Float64Array[]): Float64Array {
  const values = new Float64Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    values.set(row, at);
    at += row.length;
  }
  return values;
}

/** One profile less another, number by number. */
export function difference(one: Float64Array, other: Float64Array): Float64Array {
  const values = new Float64Array(one.length);
  for (let i = 0; i < values.length; i++) values[i] = one[i] - other[i];
  return values;
}

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
