import assert from 'node:assert/strict';
import { test } from 'node:test';
import { niceTicks, tickLabels } from './ticks.ts';

test('ticks are round and enclose the values', () => {
  assert.deepEqual(niceTicks(0, 9.1), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(niceTicks(-3, 97), [-20, 0, 20, 40, 60, 80, 100]);
  assert.deepEqual(niceTicks(0.1, 0.3), [0.1, 0.15, 0.2, 0.25, 0.3]);
});
test('equal ends are moved apart', () => {
  for (const value of [0, 7, -7, 1e12, 1e-9]) {
    const ticks = niceTicks(value, value);
    assert.ok(ticks.length >= 2 && ticks[0] <= value && ticks[ticks.length - 1] >= value);
  }
});
test('from a millionth to a billion, two to twelve ticks enclose the values', () => {
  for (let power = -6; power <= 12; power++) {
    for (const [low, high] of [
      [0, 3.3],
      [-1.7, 9.99],
      [2.01, 2.02],
    ]) {
      const unit = 10 ** power;
      const ticks = niceTicks(low * unit, high * unit);
      const rounding = 1e-12 * unit;
      assert.ok(ticks.length >= 2 && ticks.length <= 12, String(ticks));
      assert.ok(ticks[0] <= low * unit + rounding, String(ticks));
      assert.ok(ticks[ticks.length - 1] >= high * unit - rounding, String(ticks));
    }
  }
});
test('labels have the decimals that distinguish ticks', () =>
  assert.deepEqual(tickLabels([0, 2.5, 5]), ['0.0', '2.5', '5.0']));
test('ends that are not finite or out of order are refused', () => {
  assert.throws(() => niceTicks(0, Infinity), RangeError);
  assert.throws(() => niceTicks(NaN, 1), RangeError);
  assert.throws(() => niceTicks(2, 1), RangeError);
});
