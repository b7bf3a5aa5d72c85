import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assumedErrors } from './assumed-errors.ts';
import { dayScenarios, type ScenarioPeriod } from './day-scenarios.ts';
import { empiricalQuantile } from './empirical-quantile.ts';
import { fitScenarios } from './fit-scenarios.ts';

const LIMITS = { min: -500, max: 4000 };
const SLOTS = 24;
const periods = Array.from({ length: SLOTS }, (_, slot): ScenarioPeriod => ({
  slot,
  value: 50 + slot,
  p10: 50 - slot / 2,
  p90: 65 + 2 * slot,
}));

function sumsOf(scenarios: readonly Float64Array[], weights: readonly number[]): Float64Array {
  return Float64Array.from(scenarios, (row) =>
    weights.reduce((sum, weight, slot) => sum + weight * row[slot], 0),
  ).sort();
}

test('a quantile is the value that stands for its level, joined by straight lines and closed at the ends', () => {
  const sample = Float64Array.of(1, 2, 4, 8);
  const at = (level: number) => empiricalQuantile(sample, level);
  assert.deepEqual([0, 0.125, 0.25, 0.5, 0.875, 1].map(at), [1, 1, 1.5, 3, 8, 8]);
  assert.equal(empiricalQuantile(Float64Array.of(7), 0.3), 7);
});

test('in every period a tenth of the prices lies beyond either bound, whatever unit and skew the errors had', () => {
  // Of 95 rows one stands for each of the levels 0.1, 0.5 and 0.9.
  const errors = assumedErrors(95, SLOTS).map((row) => row.map((x, slot) => (1 + slot) * Math.exp(x) - 3));
  const scenarios = dayScenarios(fitScenarios(errors), periods, LIMITS);
  assert.equal(scenarios.length, 95);
  for (const [i, { value, p10, p90 }] of periods.entries()) {
    const prices = Float64Array.from(scenarios, (row) => row[i]).sort();
    for (const [level, bound] of [
      [0.1, p10],
      [0.5, value],
      [0.9, p90],
    ]) {
      assert.ok(Math.abs(empiricalQuantile(prices, level) - bound) < 1e-9, `${i} ${level}`);
    }
  }
});

test('errors that go together make the range of a sum the sum of the ranges, errors that do not a narrower one', () => {
  const one = assumedErrors(200, 1).map(([x]) => x);
  const flat = periods.map(() => 1);
  const widthOf = (errors: Float64Array[]) => {
    const sums = sumsOf(dayScenarios(fitScenarios(errors), periods, LIMITS), flat);
    return empiricalQuantile(sums, 0.9) - empiricalQuantile(sums, 0.1);
  };
  const summed = periods.reduce((sum, { p10, p90 }) => sum + p90 - p10, 0);
  const together = widthOf(one.map((x) => new Float64Array(SLOTS).fill(x)));
  assert.ok(Math.abs(together - summed) < 1e-6);
  const apart = widthOf(assumedErrors(200 * SLOTS, 1).reduce<Float64Array[]>(intoRows, []));
  assert.ok(Math.abs(apart / summed - 1 / Math.sqrt(SLOTS)) < 0.06, String(apart / summed));
  const between = widthOf(assumedErrors(200, SLOTS));
  assert.ok(between > 1.5 * apart && between < 0.9 * together);
});

test('the order of the days within a slot is that of the errors', () => {
  const errors = [5, -3, 0, 9].map((x) => Float64Array.of(x, -x));
  const { deviations } = fitScenarios(errors);
  const order = (slot: number) => [0, 1, 2, 3].sort((a, b) => deviations[a][slot] - deviations[b][slot]);
  assert.deepEqual(
    [order(0), order(1)],
    [
      [1, 2, 0, 3],
      [3, 0, 2, 1],
    ],
  );
});

test('both hours 2 of an autumn day take the deviations of slot 2, and no price leaves the limits', () => {
  const fit = fitScenarios(assumedErrors(50, SLOTS));
  const twice = { slot: 2, value: 3990, p10: 3900, p90: 4000 };
  const scenarios = dayScenarios(fit, [twice, twice], LIMITS);
  for (const [first, second] of scenarios) assert.equal(first, second);
  assert.ok(scenarios.some(([price]) => price === 4000));
});

test('errors without size give deviations all the same, and too few or incomplete days are refused', () => {
  const { deviations } = fitScenarios([Float64Array.of(1, 0), Float64Array.of(1, 0), Float64Array.of(1, 0)]);
  assert.deepEqual(
    deviations.map(([x]) => Math.round(x * 1000) / 1000),
    [-0.833, 0, 0.833],
  );
  assert.throws(() => fitScenarios([Float64Array.of(1)]), /two past days/);
  assert.throws(() => fitScenarios([Float64Array.of(1), Float64Array.of(Number.NaN)]), /one error/);
  assert.throws(() => fitScenarios([Float64Array.of(1), Float64Array.of(1, 2)]), /one error/);
});

test('assumed errors are of size 1, go with the hour before by 0.9 and are the same each time', () => {
  const errors = assumedErrors(4000, 3);
  const mean = (valueOf: (row: Float64Array) => number) =>
    errors.reduce((sum, row) => sum + valueOf(row), 0) / errors.length;
  assert.ok(Math.abs(mean(([, , x]) => x * x) - 1) < 0.06);
  assert.ok(Math.abs(mean(([, x, y]) => x * y) - 0.9) < 0.06);
  assert.deepEqual(assumedErrors(4000, 3), errors);
});

function intoRows(rows: Float64Array[], [x]: Float64Array, i: number): Float64Array[] {
  if (i % SLOTS === 0) rows.push(new Float64Array(SLOTS));
  rows[rows.length - 1][i % SLOTS] = x;
  return rows;
}
