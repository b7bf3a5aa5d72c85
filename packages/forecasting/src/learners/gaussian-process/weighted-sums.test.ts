import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUniform } from '../boosting/random.ts';
import { weightedSums } from './weighted-sums.ts';

test('each row is summed as it would be alone, however many there are', () => {
  const uniform = createUniform(5);
  const values = Float64Array.from({ length: 31 }, uniform);
  for (const count of [0, 1, 3, 4, 5, 24]) {
    const rows = Array.from({ length: count }, () => Array.from(values, uniform));
    const alone = rows.map((row) => row.reduce((sum, weight, i) => sum + weight * values[i], 0));
    assert.deepEqual([...weightedSums(rows, values)], alone);
  }
});
