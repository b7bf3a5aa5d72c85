import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dieboldMariano } from './diebold-mariano.ts';
import { dailyLosses } from './losses.ts';
import { normalCdf } from './normal-distribution.ts';

function assertClose(actual: number, expected: number, tolerance = 1e-12): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );
}

describe('normal distribution', () => {
  test('tabulated values', () => {
    assert.equal(normalCdf(0), 0.5);
    assertClose(normalCdf(1), 0.841344746068543);
    assertClose(normalCdf(1.959963984540054), 0.975);
    assertClose(normalCdf(-2.3263478740408408), 0.01);
  });
  test('the far tail keeps its relative accuracy', () => {
    assertClose(normalCdf(-5) / 2.866515718791939e-7, 1);
    assertClose(normalCdf(-10) / 7.61985302416e-24, 1);
  });
  test('the two formulas meet where one takes over from the other', () =>
    assertClose(normalCdf(-3.0000000001) / normalCdf(-3), 1, 1e-8));
  test('the two tails add up to 1', () => {
    for (const z of [0.3, 1.7, 2.999, 3.001, 6]) assertClose(normalCdf(z) + normalCdf(-z), 1, 1e-15);
  });
  test('the infinities give 0 and 1, NaN is refused', () => {
    assert.equal(normalCdf(Infinity), 1);
    assert.equal(normalCdf(-Infinity), 0);
    assert.throws(() => normalCdf(NaN), RangeError);
  });
});

describe('Diebold-Mariano test', () => {
  test('the closed form without autocovariances', () => {
    // Differences 1, -3, 1, -3: mean -1, variance 4, standard error 1.
    const result = dieboldMariano([2, 1, 2, 1], [1, 4, 1, 4]);
    assertClose(result.statistic, -1);
    assertClose(result.pFirstBetter, 0.158655253931457);
    assertClose(result.pSecondBetter, 0.841344746068543);
    assertClose(result.pTwoSided, 0.317310507862914);
  });
  test('the closed form with one lag', () => {
    // First autocovariance of the same differences: 3 products of -4 over 4 = -3; variance 4 + 2 (1/2)(-3) = 1.
    assertClose(dieboldMariano([2, 1, 2, 1], [1, 4, 1, 4], { lag: 1 }).statistic, -2);
  });
  test('exchanging the forecasts turns the sign and exchanges the p values', () => {
    const [a, b] = [
      [1, 2, 4, 3, 7],
      [2, 2, 3, 5, 9],
    ];
    const [forward, backward] = [dieboldMariano(a, b), dieboldMariano(b, a)];
    assert.equal(forward.statistic, -backward.statistic);
    assert.equal(forward.pFirstBetter, backward.pSecondBetter);
    assert.equal(forward.pTwoSided, backward.pTwoSided);
  });
  test('the unit of the losses does not matter', () => {
    const [a, b] = [
      [1, 2, 4, 3, 7],
      [2, 2, 3, 5, 9],
    ];
    const scaled = dieboldMariano(
      a.map((x) => 1000 * x),
      b.map((x) => 1000 * x),
    );
    assertClose(scaled.statistic, dieboldMariano(a, b).statistic);
  });
  test('equal forecasts are not distinguished', () => {
    const result = dieboldMariano([1, 2, 3], [1, 2, 3]);
    assert.deepEqual(result, { statistic: 0, pTwoSided: 1, pFirstBetter: 0.5, pSecondBetter: 0.5 });
  });
  test('a forecast that is better by the same amount every day is certainly better', () => {
    const result = dieboldMariano([1, 2, 3], [2, 3, 4]);
    assert.equal(result.statistic, -Infinity);
    assert.deepEqual([result.pFirstBetter, result.pTwoSided], [0, 0]);
  });
  test('a lag that is not below the number of losses is refused', () => {
    assert.throws(() => dieboldMariano([1, 2], [2, 1], { lag: 2 }), RangeError);
    assert.throws(() => dieboldMariano([1], [2]), RangeError);
    assert.throws(() => dieboldMariano([1, NaN], [2, 3]), RangeError);
  });
});

describe('losses', () => {
  const forecast = [1, 2, 3, 4];
  const actual = [4, -2, 3, 9];
  test('a day is the norm of its errors', () => {
    assert.deepEqual([...dailyLosses(forecast, actual, { slotsPerDay: 2, norm: 1 })], [7, 5]);
    assert.deepEqual([...dailyLosses(forecast, actual, { slotsPerDay: 2, norm: 2 })], [5, 5]);
  });
  test('values that are not whole days are refused', () => {
    assert.throws(() => dailyLosses(forecast, actual, { slotsPerDay: 3, norm: 1 }), RangeError);
  });
});
