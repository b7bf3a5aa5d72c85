import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dieboldMariano } from './diebold-mariano.ts';
import { longRunVariance, neweyWestLag } from './long-run-variance.ts';
import { dailyLosses, lossesByDay } from './losses.ts';
import { multivariateDieboldMariano } from './multivariate-diebold-mariano.ts';

/** Three days of two hours. */
const ACTUAL = [0, 0, 0, 0, 0, 0];
const FIRST = [3, 4, 0, 1, 6, 8];
const SECOND = [0, 1, 3, 4, 5, 12];
const DAYS = ['a', 'a', 'b', 'b', 'c', 'c'];

describe('losses by day', () => {
  test('days of equal length have the losses of the grid', () => {
    for (const norm of [1, 2] as const) {
      assert.deepEqual(
        lossesByDay(FIRST, ACTUAL, { days: DAYS, norm }),
        dailyLosses(FIRST, ACTUAL, { slotsPerDay: 2, norm }),
      );
    }
  });
  test('a day may be shorter or longer', () =>
    assert.deepEqual([...lossesByDay([1, 2, 3], [0, 0, 0], { days: ['a', 'b', 'b'], norm: 1 })], [1, 5]));
  test('a name for each value is needed', () =>
    assert.throws(() => lossesByDay([1, 2], [0, 0], { days: ['a'], norm: 1 }), RangeError));
});

describe('multivariate Diebold-Mariano test', () => {
  test('the closed form: norms 5, 1, 10 against 1, 5, 13', () => {
    const result = multivariateDieboldMariano(FIRST, SECOND, ACTUAL, { days: DAYS, norm: 2, lag: 0 });
    // Differences 4, -4, -3: mean -1, squared deviations 25, 9, 4, variance 38 / 3.
    assert.ok(Math.abs(result.meanDifference + 1) < 1e-12);
    assert.ok(Math.abs(result.statistic + 1 / Math.sqrt(38 / 9)) < 1e-12);
    assert.deepEqual([result.days, result.lag], [3, 0]);
  });
  test('it is the plain test of the daily norms', () => {
    const plain = dieboldMariano([7, 1, 14], [1, 7, 17], { lag: 1 });
    const result = multivariateDieboldMariano(FIRST, SECOND, ACTUAL, { days: DAYS, lag: 1 });
    assert.deepEqual([result.statistic, result.pTwoSided], [plain.statistic, plain.pTwoSided]);
  });
  test('the order of the hours within a day does not matter', () => {
    const turned = (values: number[]) => values.map((_, i) => values[i % 2 === 0 ? i + 1 : i - 1]);
    assert.deepEqual(
      multivariateDieboldMariano(turned(FIRST), turned(SECOND), ACTUAL, { days: DAYS }),
      multivariateDieboldMariano(FIRST, SECOND, ACTUAL, { days: DAYS }),
    );
  });
});

describe('long-run variance', () => {
  test('the closed form with Bartlett weights', () => {
    // 1, -1, 1, -1: autocovariances 1, -3/4, 1/2; 1 - 2 (2/3)(3/4) + 2 (1/3)(1/2) = 1/3.
    assert.ok(Math.abs(longRunVariance(Float64Array.of(1, -1, 1, -1), 0, 2) - 1 / 3) < 1e-15);
  });
  test('it is never negative, whatever rounding does', () => {
    const alternating = Float64Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1));
    for (let lag = 0; lag < 50; lag++) assert.ok(longRunVariance(alternating, 0, lag) >= 0);
  });
  test('the rule for lags grows slowly and stays below the number of values', () =>
    assert.deepEqual([1, 2, 100, 364, 728].map(neweyWestLag), [0, 1, 4, 5, 6]));
});
