/**
 * For each row of weights its inner product with `values`, added one after the other; four rows at once because each sum waits for its last
 * addition.
 */
export function weightedSums(rows: readonly ArrayLike<number>[], values: Float64Array): Float64Array {
  const sums = new Float64Array(rows.length);
  for (let row = 0; row < rows.length; row += 4) {
    const at = (offset: number) => rows[Math.min(row + offset, rows.length - 1)];
    const [first, second, third, fourth] = [at(0), at(1), at(2), at(3)];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      a += first[i] * value;
      b += second[i] * value;
      c += third[i] * value;
      d += fourth[i] * value;
    }
    sums.set([a, b, c, d].slice(0, rows.length - row), row);
  }
  return sums;
}
