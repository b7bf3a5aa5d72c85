import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupShapley } from './group-shapley.ts';

test('of a sum each group gets its own term', () => {
  const { baseline, shares } = groupShapley(3, ([a, b, c]) =>
    Float64Array.of(10 + (a ? 1 : 0) + (b ? 20 : 0) - (c ? 5 : 0)),
  );
  assert.deepEqual([...baseline], [10]);
  [1, 20, -5].forEach((term, i) => assert.ok(Math.abs(shares[i][0] - term) < 1e-12));
});

test('groups that only count together share evenly', () => {
  const { shares } = groupShapley(2, ([a, b]) => Float64Array.of(a && b ? 6 : 0, a ? 4 : 0));
  assert.deepEqual(
    shares.map((share) => [...share]),
    [
      [3, 4],
      [3, 0],
    ],
  );
});

test('baseline and shares add up to the whole, whatever the function', () => {
  const value = (present: boolean[]): Float64Array =>
    Float64Array.of(Math.sin(present.reduce((sum, is, i) => sum + (is ? 2 ** i : 0), 0)));
  const { baseline, shares } = groupShapley(6, value);
  const total = shares.reduce((sum, share) => sum + share[0], baseline[0]);
  assert.ok(Math.abs(total - value(Array.from({ length: 6 }, () => true))[0]) < 1e-12);
});

test('more groups than can be enumerated are refused', () => {
  assert.throws(() => groupShapley(17, () => new Float64Array(1)), /0 to 16 groups; got 17/);
});
