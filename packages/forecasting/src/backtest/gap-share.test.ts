import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUniform } from '../learners/boosting/random.ts';
import { gapShare } from './gap-share.ts';

test('the share of the gap is of the sums, 0 for the floor and 100 for the optimum', () => {
  const days = [
    { floor: 10, earned: 30, optimum: 50 },
    { floor: 0, earned: 40, optimum: 40 },
  ];
  assert.deepEqual(gapShare(days), { percent: 75, interval: null });
  assert.equal(gapShare(days.map((day) => ({ ...day, earned: day.floor })))?.percent, 0);
  assert.equal(gapShare(days.map((day) => ({ ...day, earned: day.optimum })))?.percent, 100);
  assert.equal(gapShare(days.map((day) => ({ ...day, earned: day.floor - 8 })))?.percent, -20);
});

test('without a gap there is no share', () => {
  assert.equal(gapShare([{ floor: 5, earned: 5, optimum: 5 }]), null);
  assert.equal(gapShare([]), null);
});

test('the interval holds the share, is the same each time, and is wider where days go together', () => {
  const uniform = createUniform(3);
  const apart = Array.from({ length: 140 }, () => ({ floor: 0, earned: 50 * uniform() + 25, optimum: 100 }));
  const together = apart.toSorted((a, b) => a.earned - b.earned);
  const [one, other] = [gapShare(apart), gapShare(together)];
  assert.deepEqual(one, gapShare(apart));
  assert.ok(one !== null && other !== null);
  assert.ok(one.interval !== null && other.interval !== null);
  assert.ok(one.interval.low < one.percent && one.percent < one.interval.high);
  assert.ok(other.interval.high - other.interval.low > 1.5 * (one.interval.high - one.interval.low));
});
