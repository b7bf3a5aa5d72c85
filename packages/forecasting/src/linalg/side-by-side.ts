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
