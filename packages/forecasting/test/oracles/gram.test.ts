import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../random-problem.ts';
import { crossProduct, gram } from './gram.ts';

test('the Gram matrix of two columns of two rows is the four dot products', () => {
  assert.deepEqual([...gram(Float64Array.of(1, 2, 3, 4), 2, 2)], [5, 11, 11, 25]);
});

test('tiles give the plain sums for every remainder of columns', () => {
  const normal = createNormal(11);
  for (const [rows, columns, others] of [
    [1, 1, 1],
    [5, 4, 3],
    [7, 5, 4],
    [9, 6, 9],
    [3, 11, 2],
  ]) {
    const x = Float64Array.from({ length: rows * columns }, normal);
    const y = Float64Array.from({ length: rows * others }, normal);
    assertClose(gram(x, rows, columns), plainProduct(x, x, rows, columns, columns));
    assertClose(crossProduct(x, y, rows, columns, others), plainProduct(x, y, rows, columns, others));
  }
});

function plainProduct(x: Float64Array, y: Float64Array, rows: number, p: number, q: number): Float64Array {
  const product = new Float64Array(p * q);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < q; j++) {
      for (let k = 0; k < rows; k++) product[i * q + j] += x[i * rows + k] * y[j * rows + k];
    }
  }
  return product;
}

function assertClose(actual: Float64Array, expected: Float64Array): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-12, `element ${i}`));
}
