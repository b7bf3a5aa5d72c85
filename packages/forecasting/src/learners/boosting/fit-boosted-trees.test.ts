import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chancesOfRows } from './fit-boosted-trees.ts';

test('every row of a day has the chance of the day', () => {
  assert.deepEqual([...chancesOfRows([0.5, 0.25], 3)], [0.5, 0.5, 0.5, 0.25, 0.25, 0.25]);
});
