/**
 * Inner products of a vector with each of `count` rows of a row-major matrix; four rows at once because each sum waits for its last
 * addition.
 */
export function rowProducts(vector: ArrayLike<number>, matrix: Float64Array, count: number): Float64Array {
  const products = new Float64Array(count);
  const width = vector.length;
  for (let row = 0; row < count; row += 4) {
    const start = (offset: number) => Math.min(row + offset, count - 1) * width;
    const [first, second, third, fourth] = [start(0), start(1), start(2), start(3)];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let j = 0; j < width; j++) {
      const value = vector[j];
      a += value * matrix[first + j];
      b += value * matrix[second + j];
      c += value * matrix[third + j];
      d += value * matrix[fourth + j];
    }
    products.set([a, b, c, d].slice(0, count - row), row);
  }
  return products;
}
