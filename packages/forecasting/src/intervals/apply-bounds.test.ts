import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Panel } from '../data/panel.ts';
import { applyBounds } from './apply-bounds.ts';
import { errorsOfForecasts, weeklyNaiveErrors } from './error-history.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';

function panelOf(price: number[], slotsPerDay: number): Panel {
  const days = Array.from(
    { length: price.length / slotsPerDay },
    (_, i) => `2026-01-${String(i + 1).padStart(2, '0')}`,
  );
  return { days, slotsPerDay, price: Float64Array.from(price), exogenous: [] };
}

describe('bounds', () => {
  const values = Float64Array.of(50, -10);

  test('lie around the forecast even when all past errors have one sign', () => {
    for (const error of [7, -7, 0]) {
      const errors = new Float64Array(40).fill(error);
      const [p10, p90] = applyBounds(values, { slotsPerDay: 2, errors }, [0.1, 0.9], DAY_AHEAD.bounds.scale);
      values.forEach((value, slot) => assert.ok(p10[slot] <= value && value <= p90[slot]));
      assert.ok(error === 0 || p90[0] - p10[0] > 6);
    }
  });

  test('exact past forecasts give bounds equal to the forecast', () => {
    const [p10, p90] = applyBounds(
      values,
      { slotsPerDay: 2, errors: new Float64Array(40) },
      [0.1, 0.9],
      DAY_AHEAD.bounds.scale,
    );
    assert.deepEqual([p10, p90], [values, values]);
  });

  test('further levels lie further out', () => {
    const errors = Float64Array.from({ length: 2 * 200 }, (_, i) => Math.sin(i * i));
    const [p01, p10, p90, p99] = applyBounds(
      values,
      { slotsPerDay: 2, errors },
      [0.01, 0.1, 0.9, 0.99],
      DAY_AHEAD.bounds.scale,
    );
    values.forEach((_, slot) => {
      assert.ok(p01[slot] <= p10[slot] && p10[slot] <= p90[slot] && p90[slot] <= p99[slot]);
    });
  });

  test('are asymmetric where the errors are', () => {
    const errors = Float64Array.from({ length: 2 * 100 }, (_, i) => (i % 7 === 0 ? 20 : -1));
    const [p10, p90] = applyBounds(values, { slotsPerDay: 2, errors }, [0.1, 0.9], DAY_AHEAD.bounds.scale);
    assert.ok(p90[0] - values[0] > 5 * (values[0] - p10[0]));
  });

  test('a forecast that is not finite, or not one for each slot, is refused', () => {
    const history = { slotsPerDay: 2, errors: new Float64Array(40) };
    assert.throws(
      () => applyBounds(Float64Array.of(1, NaN), history, [0.1], DAY_AHEAD.bounds.scale),
      RangeError,
    );
    assert.throws(() => applyBounds(Float64Array.of(1), history, [0.1], DAY_AHEAD.bounds.scale), RangeError);
  });
});

describe('past errors', () => {
  test('are actual minus forecast, NaN where no price is known', () => {
    const panel = panelOf([1, 2, 3, NaN], 2);
    assert.deepEqual(errorsOfForecasts(panel, [1], Float64Array.of(5, 5)).errors, Float64Array.of(-2, NaN));
    assert.throws(() => errorsOfForecasts(panel, [1], Float64Array.of(5)), RangeError);
  });

  test('of the weekly naive compare each day with the one a week before', () => {
    const panel = panelOf(
      Array.from({ length: 12 }, (_, i) => i * i),
      1,
    );
    assert.deepEqual([...weeklyNaiveErrors(panel, 10, 2).errors], [64 - 1, 81 - 4]);
    assert.equal(weeklyNaiveErrors(panel, 10, 100).errors.length, 3);
    assert.equal(weeklyNaiveErrors(panel, 7, 100).errors.length, 0);
  });

  test('of the weekly naive do not read the target day or later', () => {
    const prices = Array.from({ length: 12 }, (_, i) => i);
    const before = weeklyNaiveErrors(panelOf(prices, 1), 9, 5);
    const after = weeklyNaiveErrors(
      panelOf(
        prices.map((price, i) => (i < 9 ? price : -999)),
        1,
      ),
      9,
      5,
    );
    assert.deepEqual(after, before);
  });
});
