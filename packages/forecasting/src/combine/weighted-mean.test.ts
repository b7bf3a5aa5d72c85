import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weightedMean } from './weighted-mean.ts';

test('a weighted mean goes slot by slot', () => {
  const mean = weightedMean([Float64Array.of(1, 2), Float64Array.of(3, 6)], [0.25, 0.75]);
  assert.deepEqual(mean, Float64Array.of(2.5, 5));
});
