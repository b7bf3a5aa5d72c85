import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coveragePercent } from './coverage-percent.ts';
import { meanAbsoluteError } from './mean-absolute-error.ts';
import { meanWidth } from './mean-width.ts';
import { pinballLoss } from './pinball-loss.ts';
import { winklerScore } from './winkler-score.ts';

const ACTUAL = [1, 5, -4, 9];
const LOWER = [0, 5, -3, 4];
const UPPER = [2, 8, 0, 6];

describe('pinball loss', () => {
  test('at 0.5 it is half the MAE', () =>
    assert.equal(pinballLoss(UPPER, ACTUAL, 0.5), meanAbsoluteError(UPPER, ACTUAL) / 2));
  test('it charges an actual above the 0.9 quantile nine times as much as one below', () => {
    assert.ok(Math.abs(pinballLoss([0], [1], 0.9) - 0.9) < 1e-15);
    assert.ok(Math.abs(pinballLoss([1], [0], 0.9) - 0.1) < 1e-15);
  });
  test('the empirical quantile minimises it', () => {
    const sample = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
    const lossOf = (quantile: number) =>
      pinballLoss(
        sample.map(() => quantile),
        sample,
        0.1,
      );
    for (const other of [0, 5, 9, 11, 20, 50]) assert.ok(lossOf(10) < lossOf(other));
  });
  test('a level outside (0, 1) is refused', () => {
    assert.throws(() => pinballLoss([1], [1], 1), RangeError);
    assert.throws(() => pinballLoss([1], [1], NaN), RangeError);
  });
});

describe('intervals', () => {
  test('coverage counts the ends as inside', () => assert.equal(coveragePercent(LOWER, UPPER, ACTUAL), 50));
  test('the mean width is upper minus lower', () =>
    assert.equal(meanWidth(LOWER, UPPER), (2 + 3 + 3 + 2) / 4));
  test('the Winkler score of covered actuals is the mean width', () =>
    assert.equal(winklerScore(LOWER, UPPER, [1, 6, -1, 5]), meanWidth(LOWER, UPPER)));
  test('an actual outside an 80 % interval costs ten times its distance', () =>
    assert.ok(Math.abs(winklerScore(LOWER, UPPER, ACTUAL) - (10 + 10 * (1 + 3)) / 4) < 1e-12));
  test('it is ten times the sum of the pinball losses of its two ends', () => {
    const pinballs = pinballLoss(LOWER, ACTUAL, 0.1) + pinballLoss(UPPER, ACTUAL, 0.9);
    assert.ok(Math.abs(winklerScore(LOWER, UPPER, ACTUAL) - 10 * pinballs) < 1e-12);
  });
  test('NaN and lengths that differ are refused', () => {
    assert.throws(() => coveragePercent([0], [NaN], [0]), RangeError);
    assert.throws(() => meanWidth([0, 1], [1]), RangeError);
    assert.throws(() => winklerScore([0], [1], []), RangeError);
  });
});
