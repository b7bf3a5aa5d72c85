import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bias } from './bias.ts';
import { mapePercent } from './mape-percent.ts';
import { meanAbsoluteError } from './mean-absolute-error.ts';
import { relativeMae } from './relative-mae.ts';
import { rootMeanSquaredError } from './root-mean-squared-error.ts';
import { smapePercent } from './smape-percent.ts';

const ACTUAL = [10, -20, 0, 40];
const FORECAST = [12, -23, 4, 39];

describe('errors of point forecasts', () => {
  test('the MAE is the mean distance', () => assert.equal(meanAbsoluteError(FORECAST, ACTUAL), 2.5));
  test('the RMSE is the root of the mean square', () =>
    assert.equal(rootMeanSquaredError(FORECAST, ACTUAL), Math.sqrt(30 / 4)));
  test('the bias is forecast minus actual', () => assert.equal(bias(FORECAST, ACTUAL), 0.5));
  test('the RMSE is never below the MAE', () =>
    assert.ok(rootMeanSquaredError(FORECAST, ACTUAL) >= meanAbsoluteError(FORECAST, ACTUAL)));
  test('typed arrays and plain arrays give the same', () =>
    assert.equal(meanAbsoluteError(Float64Array.from(FORECAST), ACTUAL), 2.5));
});

describe('rMAE', () => {
  test('a naive is worth exactly 1 against itself', () =>
    assert.equal(relativeMae(FORECAST, FORECAST, ACTUAL), 1));
  test('half the error of the naive is 0.5', () => assert.equal(relativeMae([1, -1], [2, 2], [0, 0]), 0.5));
  test('two exact forecasts are as good as each other', () =>
    assert.equal(relativeMae(ACTUAL, ACTUAL, ACTUAL), 1));
  test('an exact naive leaves no ratio', () => assert.equal(relativeMae(FORECAST, ACTUAL, ACTUAL), null));
});

describe('percentage errors', () => {
  test('sMAPE divides by the mean of both magnitudes', () =>
    assert.equal(smapePercent([150, 50], [50, 50]), (200 * (100 / 200)) / 2));
  test('sMAPE reaches its 200 % where the signs differ', () => assert.equal(smapePercent([-5], [5]), 200));
  test('two zeros are an exact forecast for sMAPE', () => assert.equal(smapePercent([0, 3], [0, 3]), 0));
  test('MAPE leaves out prices below 1 in magnitude and keeps 1 itself', () =>
    assert.equal(mapePercent([5, 2, -15, 9], [0.99, 1, -10, -0.5]), (100 * (1 + 0.5)) / 2));
  test('MAPE is null when every price is near zero', () =>
    assert.equal(mapePercent([5, 3], [0, -0.2]), null));
});

describe('what metrics refuse', () => {
  test('lengths that differ, naming the column', () =>
    assert.throws(() => meanAbsoluteError([1, 2], [1]), {
      name: 'RangeError',
      message: /actual has 1 values but forecast has 2/,
    }));
  test('no values at all', () => assert.throws(() => bias([], []), RangeError));
  test('a NaN or an infinity, naming its place', () => {
    assert.throws(() => rootMeanSquaredError([1, NaN], [1, 2]), { message: /forecast\[1\] is NaN/ });
    assert.throws(() => smapePercent([1, 2], [Infinity, 2]), { message: /actual\[0\] is Infinity/ });
    assert.throws(() => mapePercent([1], [NaN]), RangeError);
    assert.throws(() => relativeMae([1], [NaN], [1]), RangeError);
  });
});
