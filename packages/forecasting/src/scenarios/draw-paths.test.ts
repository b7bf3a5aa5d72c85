import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantileAt } from '../distribution/price-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { energyScore } from '../metrics/energy-score.ts';
import { normalQuantile } from '../metrics/normal-distribution.ts';
import { rankCorrelation } from '../metrics/rank-correlation.ts';
import { assumedErrors } from './assumed-errors.ts';
import { fitDependence } from './dependence.ts';
import { drawPaths } from './draw-paths.ts';
import { empiricalQuantile } from './empirical-quantile.ts';

const SLOTS = 24;
const PAST = assumedErrors(300, SLOTS, 0.9);
const BETWEEN = fitDependence(PAST);
const periods = Array.from({ length: SLOTS }, (_, slot) => ({
  slot,
  distribution: QUANTILE_LEVELS.map((level) => 40 + slot + (2 + slot / 4) * normalQuantile(level)),
}));
const columnOf = (paths: Float64Array[], period: number) => Float64Array.from(paths, (path) => path[period]);

test('every period has its own distribution exactly, whatever the number of paths', () => {
  for (const count of [1, 20, 300, 500]) {
    const paths = drawPaths({ between: BETWEEN }, periods, { count });
    assert.equal(paths.length, count);
    for (const [p, { distribution }] of periods.entries()) {
      const expected = Float64Array.from({ length: count }, (_, i) =>
        quantileAt(distribution, (i + 0.5) / count),
      );
      assert.deepEqual(columnOf(paths, p).sort(), expected);
    }
  }
});

test('the same arguments give the same paths', () => {
  const draw = () => drawPaths({ between: BETWEEN }, periods, { count: 50 });
  assert.deepEqual(draw(), draw());
});

test('periods go together as the past errors did, whatever their unit', () => {
  const scaled = PAST.map((row) => row.map((error, slot) => (slot + 1) * Math.exp(error)));
  const paths = drawPaths({ between: fitDependence(scaled) }, periods, { count: 300 });
  for (const [a, b] of [
    [0, 1],
    [5, 9],
    [0, 23],
  ]) {
    const expected = rankCorrelation(
      PAST.map((row) => row[a]),
      PAST.map((row) => row[b]),
    );
    const drawn = rankCorrelation(columnOf(paths, a), columnOf(paths, b));
    assert.ok(Math.abs(drawn - expected) < 1e-9, `${a} ${b}: ${drawn} against ${expected}`);
  }
});

test('paths with the dependence of the outcomes have a lower energy score than independent hours', () => {
  const own = drawPaths({ between: BETWEEN }, periods, { count: 100 });
  const apart = fitDependence(assumedErrors(300 * SLOTS, 1, 0.9).reduce<Float64Array[]>(intoRows, []));
  const independent = drawPaths({ between: apart }, periods, { count: 100 });
  const outcomes = drawPaths({ between: fitDependence(assumedErrors(700, SLOTS, 0.9).slice(300)) }, periods, {
    count: 100,
  });
  const score = (paths: Float64Array[]) =>
    outcomes.reduce((sum, outcome) => sum + energyScore(paths, outcome), 0);
  assert.ok(score(own) < 0.97 * score(independent), `${score(own)} against ${score(independent)}`);
});

test('quarter hours share the error of their hour as far as it is theirs, and no price leaves the limits', () => {
  const withinDays = fitDependence(assumedErrors(60, 96, 0.9));
  const quarters = [0, 1, 2, 3].map((slot) => ({
    slot: 8,
    distribution: periods[8].distribution,
    quarter: { day: 0, slot: 32 + slot, share: slot === 3 ? 1 : 0 },
  }));
  const limits = { lowest: 46, highest: 60 };
  const paths = drawPaths({ between: BETWEEN, withinDays }, quarters, { count: 400, limits });
  const [first, second, , last] = quarters.map((_, p) => columnOf(paths, p));
  assert.deepEqual(first, second);
  assert.ok(Math.abs(rankCorrelation(first, last)) < 0.15);
  assert.ok(paths.every((path) => path.every((price) => price >= 46 && price <= 60)));
});

test('a count of paths that is no whole number above 0, and too few or incomplete errors are refused', () => {
  for (const count of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => drawPaths({ between: BETWEEN }, periods, { count }), RangeError);
  }
  assert.throws(() => fitDependence([Float64Array.of(1)]), /two past forecasts/);
  assert.throws(() => fitDependence([Float64Array.of(1), Float64Array.of(Number.NaN)]), /one error/);
  assert.throws(() => fitDependence([Float64Array.of(1), Float64Array.of(1, 2)]), /one error/);
});

function intoRows(rows: Float64Array[], [x]: Float64Array, i: number): Float64Array[] {
  if (i % SLOTS === 0) rows.push(new Float64Array(SLOTS));
  rows[rows.length - 1][i % SLOTS] = x;
  return rows;
}

test('paths of the same number rest on past forecasts of the same age, whatever they are paths of', () => {
  const ages = (known: number[]) => ({ known, below: 120 });
  const first = {
    ...fitDependence(PAST.slice(0, 100)),
    ages: ages(Array.from({ length: 100 }, (_, i) => i)),
  };
  const later = {
    ...fitDependence(PAST.slice(20, 100)),
    ages: ages(Array.from({ length: 80 }, (_, i) => i + 20)),
  };
  const draw = (between: typeof first) => columnOf(drawPaths({ between }, periods, { count: 120 }), 6);
  assert.ok(rankCorrelation(draw(first), draw(later)) > 0.6);
  const other = { ...later, ages: ages(Array.from({ length: 80 }, (_, i) => i)) };
  assert.ok(Math.abs(rankCorrelation(draw(first), draw(other))) < 0.3);
});

test('errors that go together make the range of a sum the sum of the ranges, errors that do not a narrower one', () => {
  const rangeOfSum = (errors: Float64Array[]) => {
    const paths = drawPaths({ between: fitDependence(errors) }, periods, { count: 200 });
    const sums = Float64Array.from(paths, (path) => path.reduce((sum, price) => sum + price, 0)).sort();
    return empiricalQuantile(sums, 0.9) - empiricalQuantile(sums, 0.1);
  };
  const summed = periods.reduce(
    (sum, { distribution }) => sum + quantileAt(distribution, 0.9) - quantileAt(distribution, 0.1),
    0,
  );
  const one = assumedErrors(200, 1, 0.9).map(([x]) => new Float64Array(SLOTS).fill(x));
  const together = rangeOfSum(one);
  assert.ok(Math.abs(together / summed - 1) < 0.005, String(together / summed));
  const apart = rangeOfSum(assumedErrors(200 * SLOTS, 1, 0.9).reduce<Float64Array[]>(intoRows, []));
  assert.ok(apart < 0.35 * summed, String(apart / summed));
  const between = rangeOfSum(PAST.slice(0, 200));
  assert.ok(between > 1.5 * apart && between < 0.9 * together);
});

test('two periods of one slot, such as both hours 2 of an autumn day, have the same prices in every path', () => {
  const twice = [periods[2], periods[2]];
  for (const [first, second] of drawPaths({ between: BETWEEN }, twice, { count: 40 }))
    assert.equal(first, second);
});
