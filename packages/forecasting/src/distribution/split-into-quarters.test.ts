import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange, dayStart, deliveryPeriods, localHourOf } from '../market/delivery-day.ts';
import type { ForecastPoint } from '../data/forecast-point.ts';
import { fitQuarterShape, quarteredHours, quarterResiduals, type QuarterShape } from './quarter-shape.ts';
import { distributionFromBounds, pointOf } from './period-distribution.ts';
import { splitIntoQuarters } from './quarter-distribution.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';

/** Points and bounds of the quarters of hours with these. */
function quartersOf(hours: ForecastPoint[], shape: QuarterShape, priceBefore?: number): ForecastPoint[] {
  const distributions = hours.map((point) => ({
    start: point.start,
    hour: localHourOf(point.start),
    distribution: distributionFromBounds(point),
  }));
  return splitIntoQuarters(distributions, shape, priceBefore).map(pointOf);
}

/** Levels are taken as they are. */
const FREE_LEVELS = { halfLifeDays: 10, shrinkageDays: 0.5 };
const DAYS = ['2025-10-25', '2025-10-26', '2025-10-27'];

test('quarters that always rise by the same steps are reproduced exactly, without extra width', () => {
  const steps = [-3, -1, 1, 3];
  const quarters = new Map<number, number>();
  for (const day of DAYS) {
    for (const { start, index, hour } of deliveryPeriods(day, 'PT15M'))
      quarters.set(start, hour * 10 + steps[index % 4]);
  }
  const shape = fitQuarterShape(quarters, DAYS, FREE_LEVELS);
  const start = dayStart('2025-10-28');
  const points = quartersOf([{ start, value: 50, p10: 40, p90: 70 }], shape);
  assert.deepEqual(
    points.map((point) => point.value),
    [47, 49, 51, 53],
  );
  assert.deepEqual(
    points.map((point) => point.start - start),
    [0, 900_000, 1_800_000, 2_700_000],
  );
  assert.deepEqual(
    points.map((point) => point.p10),
    [37, 39, 41, 43],
  );
  assert.deepEqual(
    points.map((point) => point.p90),
    [67, 69, 71, 73],
  );
});

test('without quarter-hourly history every quarter repeats its hour', () => {
  const shape = fitQuarterShape(new Map(), DAYS, DAY_AHEAD.quarterDeviation);
  const points = quartersOf([{ start: dayStart(DAYS[0]), value: 5, p10: 1, p90: 9 }], shape);
  assert.deepEqual(
    points.map(({ value, p10, p90 }) => [value, p10, p90]),
    Array.from({ length: 4 }, () => [5, 1, 9]),
  );
});

test('quarters that are not expected to deviate repeat their hour, within bounds as wide as they have been off it', () => {
  const quarters = new Map<number, number>();
  for (const day of DAYS) {
    for (const { start, index } of deliveryPeriods(day, 'PT15M'))
      quarters.set(start, [-4, 0, 0, 4][index % 4]);
  }
  const shape = fitQuarterShape(quarters, DAYS);
  const hour = { start: dayStart('2025-10-28'), value: 5, p10: 2, p90: 8 };
  assert.deepEqual(
    quartersOf([hour], shape).map(({ value, p10, p90 }) => [value, p10, p90]),
    [
      [5, 0, 10],
      [5, 2, 8],
      [5, 2, 8],
      [5, 0, 10],
    ],
  );
});

test('deviations that vary are averaged by age and shrunk, and widen the bounds on both sides', () => {
  const quarters = new Map<number, number>();
  DAYS.forEach((day, i) => {
    for (const { start, index } of deliveryPeriods(day, 'PT15M'))
      quarters.set(start, (index % 4 < 2 ? -1 : 1) * i * 4);
  });
  const levelShrinkageDays = 4;
  const shape = fitQuarterShape(quarters, DAYS, { ...FREE_LEVELS, levelShrinkageDays });
  const [first] = quartersOf([{ start: dayStart('2025-10-28'), value: 50, p10: 47, p90: 53 }], shape);
  const weights = [3, 2, 1].map((ageDays) => 0.5 ** (ageDays / 10));
  const total = weights[0] + weights[1] + weights[2] + levelShrinkageDays;
  const mean = (-4 * weights[1] - 8 * weights[2]) / total;
  // The day furthest off, against what the others say.
  const spread = Math.max(-mean / (1 - weights[0] / total), (8 + mean) / (1 - weights[2] / total));
  assert.ok(Math.abs(first.value - (50 + mean)) < 1e-9);
  assert.ok(Math.abs(first.p10 - (50 + mean - Math.hypot(3, spread))) < 1e-9);
  assert.ok(Math.abs(first.p90 - (50 + mean + Math.hypot(3, spread))) < 1e-9);
});

test('quarters that climb with the hours around them climb by the steps of the forecast, and keep the mean of the hour', () => {
  const days = dayRange('2025-06-01', '2025-07-26');
  const hourly = (start: number) => 50 + 30 * Math.sin(start / 5e6) + 10 * Math.cos(start / 3e7);
  const quarters = new Map<number, number>();
  for (const day of days) {
    for (const { start } of deliveryPeriods(day, 'PT1H')) {
      const [before, price, after] = [-1, 0, 1].map((hours) => hourly(start + hours * 3_600_000));
      [-0.3, -0.1, 0.1, 0.3].forEach((share, i) =>
        quarters.set(start + i * 900_000, price + (share * (after - before)) / 2),
      );
    }
  }
  const shape = fitQuarterShape(quarters, days, DAY_AHEAD.quarterDeviation);
  const start = dayStart('2025-07-27') + 10 * 3_600_000;
  const hours = [20, 50, 90].map((value, i) => ({
    start: start + i * 3_600_000,
    value,
    p10: value,
    p90: value,
  }));
  const middle = quartersOf(hours, shape).slice(4, 8);
  const expected = [-0.3, -0.1, 0.1, 0.3].map((share) => 50 + share * 35);
  middle.forEach(({ value }, i) => assert.ok(Math.abs(value - expected[i]) < 1, `${i}: ${value}`));
  assert.ok(Math.abs(middle.reduce((sum, { value }) => sum + value / 4, 0) - 50) < 1e-9);
  const [, next] = quartersOf(hours.slice(1), shape, 20);
  assert.ok(Math.abs(next.value - middle[1].value) < 1e-12);
});

test('residuals are what quarters lie from their hour beyond the shape, of days whose covered hours are whole', () => {
  const quarters = new Map<number, number>();
  for (const day of DAYS) {
    for (const { start, index } of deliveryPeriods(day, 'PT15M'))
      quarters.set(start, [-4, 0, 0, 4][index % 4]);
  }
  quarters.delete(dayStart(DAYS[0]));
  const shape = fitQuarterShape(quarters, DAYS);
  const hours = quarteredHours(quarters, DAYS);
  const ofHours = (from: number, to: number) => quarterResiduals(hours, shape, { from, to });
  assert.deepEqual(
    [ofHours(0, 24).length, ofHours(1, 24).length, ofHours(1, 24)[0].length],
    [DAYS.length - 1, DAYS.length, 92],
  );
  assert.deepEqual([...ofHours(12, 13)[1]], [-4, 0, 0, 4]);
});
