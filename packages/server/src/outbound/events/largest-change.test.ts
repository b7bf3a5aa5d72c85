import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestChange } from '../../forecasts/runs/run-events.ts';

const at = (start: number, value: number) => ({ start, value });

test('the largest absolute difference over the common periods counts', () => {
  assert.equal(largestChange([at(1, 10), at(2, 20), at(3, 0)], [at(2, 17), at(3, 2), at(4, 99)]), 3);
});

test('prices differ as they are served, so that a caller comes to the same figure', () => {
  assert.equal(largestChange([at(1, 50.004)], [at(1, 55.0049)]), 5);
  assert.equal(largestChange([at(1, 0.1)], [at(1, 0.3)]), 0.2);
});

test('runs without a common period, and equal runs, have no change', () => {
  assert.equal(largestChange([at(1, 10)], [at(2, 20)]), undefined);
  assert.equal(largestChange([at(1, 10)], [at(1, 10.001)]), undefined);
  assert.equal(largestChange([], []), undefined);
});
