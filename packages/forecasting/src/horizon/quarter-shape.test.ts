import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, deliveryPeriods, localHourOf } from '../market/delivery-day.ts';
import { fitQuarterShape, splitIntoQuarters } from './quarter-shape.ts';

const DAYS = ['2025-10-25', '2025-10-26', '2025-10-27'];

test('quarters that always rise by the same steps are reproduced exactly, without extra width', () => {
  const steps = [-3, -1, 1, 3];
  const quarters = new Map<number, number>();
  for (const day of DAYS) {
    for (const { start, index, hour } of deliveryPeriods(day, 'PT15M'))
      quarters.set(start, hour * 10 + steps[index % 4]);
  }
  const shape = fitQuarterShape(quarters, DAYS);
  const start = dayStart('2025-10-28');
  const points = splitIntoQuarters([{ start, value: 50, p10: 40, p90: 70 }], localHourOf, shape);
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
  const shape = fitQuarterShape(new Map(), DAYS);
  const points = splitIntoQuarters(
    [{ start: dayStart(DAYS[0]), value: 5, p10: 1, p90: 9 }],
    localHourOf,
    shape,
  );
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
  const shape = fitQuarterShape(quarters, DAYS, { deviates: false });
  const hour = { start: dayStart('2025-10-28'), value: 5, p10: 2, p90: 8 };
  assert.deepEqual(
    splitIntoQuarters([hour], localHourOf, shape).map(({ value, p10, p90 }) => [value, p10, p90]),
    [
      [5, 0, 10],
      [5, 2, 8],
      [5, 2, 8],
      [5, 0, 10],
    ],
  );
});

test('deviations that vary widen the bounds on both sides', () => {
  const quarters = new Map<number, number>();
  DAYS.forEach((day, i) => {
    for (const { start, index } of deliveryPeriods(day, 'PT15M'))
      quarters.set(start, (index % 4 < 2 ? -1 : 1) * i * 4);
  });
  const shape = fitQuarterShape(quarters, DAYS);
  const [first] = splitIntoQuarters(
    [{ start: dayStart('2025-10-28'), value: 50, p10: 47, p90: 53 }],
    localHourOf,
    shape,
  );
  assert.equal(first?.value, 46);
  assert.equal(first?.p10, 41);
  assert.equal(first?.p90, 51);
});
