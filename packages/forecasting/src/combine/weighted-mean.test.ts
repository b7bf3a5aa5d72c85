import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpolated, weightedMean } from './weighted-mean.ts';

test('a weighted mean goes slot by slot', () => {
  const mean = weightedMean([Float64Array.of(1, 2), Float64Array.of(3, 6)], [0.25, 0.75]);
  assert.deepEqual(mean, Float64Array.of(2.5, 5));
});

test('the share says how far to go from one forecast to the other', () => {
  const [one, other] = [Float64Array.of(1, 2), Float64Array.of(3, 6)];
  assert.deepEqual(interpolated(one, other, 0), one);
  assert.deepEqual(interpolated(one, other, 0.25), Float64Array.of(1.5, 3));
  assert.deepEqual(interpolated(one, other, 1), other);
});
