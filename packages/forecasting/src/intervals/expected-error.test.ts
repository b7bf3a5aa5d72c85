import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectedErrors } from './expected-error.ts';
import { joinRows } from './forecast-history.ts';
import { meanOfKnown, movingMean, neighbourMeans } from './moving-averages.ts';
import { priceLevels } from './price-level.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';

const SLOTS = 4;
const DAYS = 60;

function rowsOf(
  errorOf: (day: number, slot: number) => number,
  spreadOf: (day: number) => number,
  value = (i: number) => 50 + 10 * Math.sin(i),
) {
  const combined = Float64Array.from({ length: (DAYS + 1) * SLOTS }, (_, i) => value(i));
  const experts = [1, -1].map((sign) =>
    combined.map((forecast, i) => forecast + sign * spreadOf(Math.floor(i / SLOTS))),
  );
  const past = DAYS * SLOTS;
  const actual = combined.slice(0, past).map((f, i) => f + errorOf(Math.floor(i / SLOTS), i % SLOTS));
  return joinRows(
    {
      slotsPerDay: SLOTS,
      actual,
      combined: combined.slice(0, past),
      experts: experts.map((e) => e.slice(0, past)),
    },
    { combined: combined.slice(past), experts: experts.map((e) => e.slice(past)) },
  );
}

describe('expected errors', () => {
  const positions = new Float64Array((DAYS + 1) * SLOTS);
  const sign = (day: number, slot: number) => ((day * 7 + slot * 3) % 5 < 2 ? -1 : 1);

  test('errors of one size are expected at that size', () => {
    const rows = rowsOf(
      (day, slot) => 3 * sign(day, slot),
      () => 1,
    );
    expectedErrors(rows, positions, DAY_AHEAD.bounds).forEach((size) => assert.ok(Math.abs(size - 3) < 0.05));
  });

  test('are larger on the days that follow large errors', () => {
    const rows = rowsOf(
      (day, slot) => (day % 30 < 15 ? 1 : 5) * sign(day, slot),
      () => 1,
    );
    const sizes = expectedErrors(rows, positions, DAY_AHEAD.bounds);
    assert.ok(sizes[28 * SLOTS] > 2 * sizes[43 * SLOTS]);
  });

  test('are larger where experts that were wrong when apart are apart again', () => {
    const spread = (day: number) => (day % 3 === 0 ? 6 : 1);
    const rows = rowsOf((day, slot) => spread(day) * sign(day, slot), spread);
    const sizes = expectedErrors(rows, positions, DAY_AHEAD.bounds);
    assert.ok(sizes[DAYS * SLOTS] > 2 * sizes[(DAYS - 1) * SLOTS]);
  });

  test('are larger where forecasts that were wrong when they swing swing again', () => {
    const swings = (day: number) => day % 3 === 0;
    const rows = rowsOf(
      (day, slot) => (swings(day) ? 6 : 1) * sign(day, slot),
      () => 1,
      (i) => 50 + (swings(Math.floor(i / SLOTS)) ? 10 : 1) * Math.sin(i),
    );
    const sizes = expectedErrors(rows, positions, DAY_AHEAD.bounds);
    const ofDay = (day: number) => meanOfKnown(sizes.subarray(day * SLOTS, (day + 1) * SLOTS));
    assert.ok(ofDay(DAYS) > 2 * ofDay(DAYS - 2));
  });

  test('grow with the unit of the price', () => {
    const rows = rowsOf(
      (day, slot) => (1 + (day % 4)) * sign(day, slot),
      (day) => day % 3,
    );
    const times = (values: Float64Array) => values.map((value) => 1000 * value);
    const sizes = expectedErrors(rows, positions, DAY_AHEAD.bounds);
    const scaled = expectedErrors(
      {
        ...rows,
        actual: times(rows.actual),
        combined: times(rows.combined),
        errors: times(rows.errors),
        experts: rows.experts.map(times),
      },
      positions,
      DAY_AHEAD.bounds,
    );
    sizes.forEach((size, i) => assert.ok(Math.abs(scaled[i] / size / 1000 - 1) < 1e-6));
  });
});

describe('moving averages', () => {
  const options = { slotsPerDay: 1, halfLifeDays: 6, firstDays: 14, lag: 1 };

  test('six days are half of a half-life of six days', () => {
    const values = Float64Array.from({ length: 27 }, (_, i) => (i < 20 ? 1 : 3));
    assert.ok(Math.abs(movingMean(values, options)[26] - 2) < 1e-12);
  });

  test('with a longer lag are those of an earlier day', () => {
    const values = Float64Array.from({ length: 40 }, (_, i) => (i * i) % 7);
    const [short, long] = [movingMean(values, options), movingMean(values, { ...options, lag: 3 })];
    assert.deepEqual(long.subarray(2), short.subarray(0, 38));
  });

  test('the unknown leaves them as they are', () => {
    const values = Float64Array.from({ length: 20 }, (_, i) => (i < 17 ? i : NaN));
    const means = movingMean(values, options);
    assert.equal(means[19], means[17]);
  });

  test('of neighbours end with the day and leave out the unknown', () => {
    assert.deepEqual(
      neighbourMeans(Float64Array.of(1, 3, NaN, 7, 9, NaN), 3, 1),
      Float64Array.of(2, 2, 3, 8, 8, 9),
    );
  });
});

describe('price level', () => {
  test('is the median of two weeks, and the deviation the mean distance from that of four', () => {
    const actual = Float64Array.from({ length: 40 }, (_, i) => (i < 12 ? 1000 : i % 2 === 0 ? 10 : 30));
    const { level, deviation } = priceLevels(
      { actual, slotsPerDay: 1, days: 40, lag: 1 },
      25,
      DAY_AHEAD.bounds.level,
    );
    assert.deepEqual([level[40], deviation[40]], [20, 10]);
  });

  test('reads no price of the last days when they are not known in time', () => {
    const actual = Float64Array.from({ length: 40 }, (_, i) => (i * 7) % 11);
    const at = (prices: Float64Array) =>
      priceLevels({ actual: prices, slotsPerDay: 1, days: 40, lag: 3 }, 25, DAY_AHEAD.bounds.level);
    const changed = actual.map((price, i) => (i > 37 ? 999 : price));
    assert.equal(at(changed).level[40], at(actual).level[40]);
    assert.equal(at(changed).deviation[40], at(actual).deviation[40]);
  });

  test('prices that stand still keep the smallest deviation', () => {
    const { deviation } = priceLevels(
      { actual: new Float64Array(40), slotsPerDay: 1, days: 40, lag: 1 },
      25,
      DAY_AHEAD.bounds.level,
    );
    assert.ok(deviation.every((value) => value === 0.5));
  });
});
