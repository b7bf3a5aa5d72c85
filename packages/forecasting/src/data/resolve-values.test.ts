import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resolution } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { hourlyLookup, hourlyValues, quarterValues } from './resolve-values.ts';
import type { Series } from './series.ts';

const MIDNIGHT = Date.UTC(2025, 9, 1);
const DAY = { from: MIDNIGHT, to: MIDNIGHT + 24 * HOUR_MS, asOf: Infinity };

/** Rows are `[hours after midnight, value, hour of availability]`. */
function series(
  resolution: Resolution,
  rows: [start: number, value: number, availableAt?: number][],
): Series {
  return {
    key: 'price.da',
    unit: 'EUR/MWh',
    resolution,
    start: Float64Array.from(rows, ([start]) => MIDNIGHT + start * HOUR_MS),
    value: Float64Array.from(rows, ([, value]) => value),
    availableAt: Float64Array.from(rows, ([, , at = -12]) => MIDNIGHT + at * HOUR_MS),
  };
}

function byHour(values: Map<number, number>): [number, number][] {
  return [...values].map(([start, value]) => [(start - MIDNIGHT) / HOUR_MS, value]);
}

const quarters = series('PT15M', [
  [0, 10],
  [0.25, 20],
  [0.5, 30],
  [0.75, 44],
  [1, 50],
  [1.25, 60],
  [1.5, 70],
]);

test('an hour is the plain mean of its four quarters', () => {
  assert.deepEqual(byHour(hourlyValues([quarters], DAY)), [[0, 26]]);
});

test('an hour with a missing quarter falls back to the hourly value', () => {
  const hourly = series('PT1H', [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  const hours = new Map(byHour(hourlyValues([quarters, hourly], DAY)));
  assert.deepEqual([hours.get(0), hours.get(1), hours.get(2)], [26, 2, 3]);
});

test('the first series with a value for an hour is used', () => {
  const omie = series('PT1H', [[0, 1]]);
  const csv = series('PT1H', [
    [0, 100],
    [1, 200],
  ]);
  assert.deepEqual(
    new Map(byHour(hourlyValues([omie, csv], DAY))),
    new Map([
      [0, 1],
      [1, 200],
    ]),
  );
});

test('what became available after asOf is invisible', () => {
  const corrected = series('PT1H', [
    [0, 1, -12],
    [0, 2, 5],
    [1, 3, 6],
  ]);
  const at = (hour: number) => byHour(hourlyValues([corrected], { ...DAY, asOf: MIDNIGHT + hour * HOUR_MS }));
  assert.deepEqual(at(-13), []);
  assert.deepEqual(at(4.9), [[0, 1]]);
  assert.deepEqual(at(5), [[0, 2]]);
  assert.deepEqual(at(6), [
    [0, 2],
    [1, 3],
  ]);
});

test('the quarters of an hour that cleared as a whole repeat its value', () => {
  const hourly = series('PT1H', [
    [0, 1],
    [2, 3],
  ]);
  assert.deepEqual(new Map(byHour(quarterValues([quarters, hourly], DAY))).get(2.75), 3);
  assert.deepEqual(new Map(byHour(quarterValues([quarters, hourly], DAY))).get(0.75), 44);
  assert.equal(quarterValues([quarters, hourly], DAY).size, 11);
});

test('a window that cuts an hour gives the quarters inside it', () => {
  const hourly = series('PT1H', [[0, 1]]);
  const window = { ...DAY, from: MIDNIGHT + HOUR_MS / 2 };
  assert.deepEqual(byHour(quarterValues([hourly], window)), [
    [0.5, 1],
    [0.75, 1],
  ]);
});

test('a daily series has no hourly values', () => {
  assert.throws(() => hourlyValues([series('P1D', [[0, 1]])], DAY), RangeError);
});

test('looking hours up gives what the map of them holds, at any instant', () => {
  const noise = (i: number) => Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1;
  const hourly = series(
    'PT1H',
    Array.from({ length: 60 }, (_, i): [number, number, number] => [i >> 1, noise(i), 24 * noise(-i)])
      .filter((_, i) => noise(i + 99) > 0.2)
      .sort(([a, , x], [b, , y]) => a - b || x - y),
  );
  const quarterly = series(
    'PT15M',
    Array.from({ length: 120 }, (_, i): [number, number, number] => [i / 4, noise(i) * 7, 24 * noise(i + 7)]),
  );
  for (const preferred of [[hourly], [quarterly], [hourly, quarterly], [quarterly, hourly], []]) {
    for (const asOf of [0, 6, 12, 24].map((hour) => MIDNIGHT + hour * HOUR_MS)) {
      const map = hourlyValues(preferred, { ...DAY, asOf });
      const lookup = hourlyLookup(preferred, { ...DAY, asOf });
      for (let start = DAY.from - HOUR_MS; start <= DAY.to; start += HOUR_MS)
        assert.equal(lookup.get(start), map.get(start));
    }
  }
  assert.throws(() => hourlyLookup([], { ...DAY, from: MIDNIGHT + 1 }), RangeError);
});
