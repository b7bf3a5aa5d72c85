import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../../test/random-problem.ts';
import { rowProducts } from './training-set.ts';

test('each product is what the row would give alone, however many rows there are', () => {
  const normal = createNormal(5);
  const vector = Float64Array.from({ length: 31 }, normal);
  for (const count of [0, 1, 3, 4, 5, 24]) {
    const matrix = Float64Array.from({ length: count * vector.length }, normal);
    const alone = Array.from({ length: count }, (_, row) =>
      vector.reduce((sum, value, j) => sum + value * matrix[row * vector.length + j], 0),
    );
    assert.deepEqual([...rowProducts(vector, matrix, count)], alone);
  }
});
