import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { giacominiWhite } from './giacomini-white.ts';

const FIRST = [1, 4, 2, 6, 3, 5, 7, 2, 8];
const SECOND = [2, 3, 4, 4, 5, 4, 9, 1, 9];
const ZEROS = FIRST.map(() => 0);

function assertClose(actual: number, expected: number, tolerance = 1e-10): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );
}

describe('Giacomini-White test', () => {
  test('the closed form of differences 1, 1, -1, -1', () => {
    // z = (1, 1), (-1, -1), (-1, 1): mean (-1/3, 1/3), second moments 1, 1/3, 1; 3 (8/27) / (8/9) = 1.
    const result = giacominiWhite([1, 1, 0, 0], [0, 0, 1, 1]);
    assertClose(result.statistic, 1);
    assertClose(result.p, Math.exp(-0.5));
    assert.equal(result.degreesOfFreedom, 2);
  });
  test('it is n R^2 of the regression of ones on (1, d[t-1]) d[t]', () => {
    const d = FIRST.map((loss, i) => loss - SECOND[i]);
    const rows = d.slice(1).map((today, i) => [today, today * d[i]]);
    const fitted = fitOnes(rows);
    const explained = fitted.reduce((sum, value) => sum + value * value, 0);
    assertClose(giacominiWhite(FIRST, SECOND).statistic, explained);
  });
  test('the sign of the difference depends on who is preferred, not by the statistic', () => {
    const [forward, backward] = [giacominiWhite(FIRST, SECOND), giacominiWhite(SECOND, FIRST)];
    assertClose(forward.statistic, backward.statistic);
    assertClose(forward.firstPreferredPercent + backward.firstPreferredPercent, 100);
  });
  test('the unit of the losses does not matter, however large or small', () => {
    const { statistic } = giacominiWhite(FIRST, SECOND);
    for (const unit of [1e-100, 1e-3, 1e100]) {
      const scaled = giacominiWhite(
        FIRST.map((loss) => unit * loss),
        SECOND.map((loss) => unit * loss),
      );
      assertClose(scaled.statistic, statistic, 1e-6);
    }
  });
  test('a lead that changes sides every day is found, though both are equally good', () => {
    const alternating = Array.from(
      { length: 60 },
      (_, i) => (i % 2 === 0 ? 1 : -1) * (1 + 0.1 * Math.sin(i)),
    );
    const result = giacominiWhite(
      alternating,
      alternating.map(() => 0),
    );
    assert.ok(result.p < 1e-6);
    assert.ok(Math.abs(result.firstPreferredPercent - 50) < 2);
  });
  test('equal forecasts are not distinguished', () =>
    assert.deepEqual(giacominiWhite(FIRST, FIRST), {
      statistic: 0,
      degreesOfFreedom: 1,
      p: 1,
      firstPreferredPercent: 0,
    }));
  test('a forecast that is worse by the same amount every day leaves one degree of freedom', () => {
    const result = giacominiWhite(
      FIRST.map(() => 3),
      ZEROS,
    );
    assertClose(result.statistic, FIRST.length - 1);
    assert.deepEqual([result.degreesOfFreedom, result.firstPreferredPercent], [1, 0]);
  });
  test('a difference on one day alone gives numbers', () => {
    for (const day of [0, 4, 8]) {
      const result = giacominiWhite(
        ZEROS.map((_, i) => (i === day ? 1 : 0)),
        ZEROS,
      );
      assert.ok(Object.values(result).every(Number.isFinite));
    }
  });
  test('fewer than three losses and NaN are refused', () => {
    assert.throws(() => giacominiWhite([1, 2], [2, 1]), RangeError);
    assert.throws(() => giacominiWhite([1, 2, NaN], [2, 1, 3]), RangeError);
  });
});

/** Values fitted to a column of ones by least squares on two regressors, by the normal equations. */
function fitOnes(rows: number[][]): number[] {
  const total = (term: (row: number[]) => number) => rows.reduce((sum, row) => sum + term(row), 0);
  const [uu, uv, vv] = [total(([u]) => u * u), total(([u, v]) => u * v), total(([, v]) => v * v)];
  const [u1, v1] = [total(([u]) => u), total(([, v]) => v)];
  const determinant = uu * vv - uv * uv;
  const [beta, gamma] = [(vv * u1 - uv * v1) / determinant, (uu * v1 - uv * u1) / determinant];
  return rows.map(([u, v]) => beta * u + gamma * v);
}
