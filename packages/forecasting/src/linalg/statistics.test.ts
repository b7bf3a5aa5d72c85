import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { countAtMost, median } from './statistics.ts';

test('the median of an odd count is the middle value and of an even count the mean of the middle two', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
});

test('the median agrees with sorting, ties included, and leaves its argument alone', () => {
  const normal = createNormal(1);
  for (let n = 1; n < 60; n++) {
    const values = Array.from({ length: n }, () => Math.round(3 * normal()) + 0);
    const before = [...values];
    const sorted = values.toSorted((a, b) => a - b);
    const expected = (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
    assert.equal(median(values), expected);
    assert.deepEqual(values, before);
  }
});

test('the median of nothing is refused', () => {
  assert.throws(() => median([]), RangeError);
});

test('values at most another are counted, equal ones too, in none as in many', () => {
  assert.equal(countAtMost([], 1), 0);
  for (const [value, count] of [
    [0, 0],
    [1, 1],
    [2, 4],
    [2.5, 4],
    [9, 5],
  ]) {
    assert.equal(countAtMost([1, 2, 2, 2, 9], value), count);
  }
});
