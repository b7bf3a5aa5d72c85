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

/** Each row of a matrix, which is given in parts one below the other, beside the same row of another; `rows` rows in all. */
export function besideEachOther(parts: Float64Array[], other: Float64Array, rows: number): Float64Array {
  const one = sideBySide(parts);
  const [left, right] = [one.length / rows, other.length / rows];
  const both = new Float64Array(one.length + other.length);
  for (let i = 0; i < rows; i++) {
    both.set(one.subarray(i * left, (i + 1) * left), i * (left + right));
    both.set(other.subarray(i * right, (i + 1) * right), i * (left + right) + left);
  }
  return both;
}
