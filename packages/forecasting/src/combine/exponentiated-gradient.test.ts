import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STACKED_PROCESSES } from '../pipelines/champion.ts';
import { type ForecastDay, exponentiatedGradient } from './exponentiated-gradient.ts';

const DAYS = 300;

/** Days of prices about 50, forecast by experts that miss them by so much, to the left and to the right in turn. */
function daysOf(misses: (day: number) => number[]): ForecastDay[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const actual = Float64Array.from({ length: 24 }, (_unused, slot) => 50 + 10 * Math.sin(day + slot));
    return { actual, forecasts: misses(day).map((miss) => actual.map((price) => price + miss)) };
  });
}

const weightsOf = (days: ForecastDay[], count: number) =>
  exponentiatedGradient(days, count, STACKED_PROCESSES.weights.learningRate);

const sumOf = (weights: number[]) => weights.reduce((sum, weight) => sum + weight, 0);

test('experts that err alike share the weight, and one that errs more on the same days loses its own', () => {
  const side = (day: number) => (day % 2 === 0 ? 1 : -1);
  const weights = weightsOf(
    daysOf((day) => [2 * side(day), 2 * side(day), 6 * side(day)]),
    3,
  );
  assert.ok(Math.abs(sumOf(weights) - 1) < 1e-12);
  assert.ok(Math.abs(weights[0] - weights[1]) < 1e-12);
  assert.ok(weights[2] < 0.01, String(weights));
});

test('an expert that errs more, but to the other side, keeps what balances the rest', () => {
  const weights = weightsOf(
    daysOf((day) => [1 + 4 * Math.sin(day), -3 + 4 * Math.sin(day)]),
    2,
  );
  assert.ok(Math.abs(weights[1] - 0.25) < 0.1, String(weights));
});

test('what an expert has become good at counts within the year', () => {
  const better = daysOf((day) => (day < DAYS / 2 ? [1, 4] : [4, 1]));
  assert.ok(weightsOf(better.slice(0, DAYS / 2), 2)[0] > 0.9);
  assert.ok(weightsOf(better, 2)[1] > 0.4);
});

test('the unit does not matter; without days, or without errors, all count alike', () => {
  const days = daysOf((day) => [Math.sin(day), Math.cos(3 * day)]);
  const inCents = days.map(({ actual, forecasts }) => ({
    actual: actual.map((price) => 100 * price),
    forecasts: forecasts.map((forecast) => forecast.map((price) => 100 * price)),
  }));
  const weights = weightsOf(days, 2);
  weightsOf(inCents, 2).forEach((weight, i) => assert.ok(Math.abs(weight - weights[i]) < 1e-9));
  assert.deepEqual(weightsOf([], 3), [1 / 3, 1 / 3, 1 / 3]);
  assert.deepEqual(
    weightsOf(
      daysOf(() => [0, 0]),
      2,
    ),
    [0.5, 0.5],
  );
});

test('a day of great errors after a year of none leaves weights that add up', () => {
  const days = daysOf((day) => (day < DAYS - 1 ? [1e-12, -3e-12] : [1e6, -1e6]));
  const weights = weightsOf(days, 2);
  assert.ok(Math.abs(sumOf(weights) - 1) < 1e-12, String(weights));
});

test('a day on which an expert errs by the usual error more than the mean costs it exp(-rate)', () => {
  const days = daysOf(() => [3, -1]).slice(0, 1);
  for (const rate of [0.1, 0.25]) {
    const [worse, better] = exponentiatedGradient(days, 2, rate);
    // The mean errs by 1, the first expert by 2 more and the second by 2 less.
    assert.ok(Math.abs(worse / better - Math.exp(-4 * rate)) < 1e-12);
  }
});
