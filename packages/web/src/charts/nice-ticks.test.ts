import assert from 'node:assert/strict';
import { test } from 'node:test';
import { niceTicks } from './nice-ticks.ts';

test('ticks are round, evenly spaced and enclose the span', () => {
  assert.deepEqual(niceTicks(-3, 148, 5), [-50, 0, 50, 100, 150]);
  assert.deepEqual(niceTicks(0, 0.7, 5), [0, 0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual(niceTicks(0, 100, 4), [0, 50, 100]);
});

test('a span of nothing still has two ends', () => {
  assert.ok(niceTicks(0, 0, 5).length >= 2);
  assert.ok(niceTicks(40, 40, 5).length >= 2);
});
