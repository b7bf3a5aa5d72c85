import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryPeriods } from '../market/delivery-day.ts';
import { figuresOfDay, forecastChange } from './figures-of-day.ts';

const hoursOf = (day: string, valueOf: (hour: number, index: number) => number) =>
  deliveryPeriods(day, 'PT1H').map(({ start, hour, index }) => ({ start, value: valueOf(hour, index) }));

test('a working day has base, peak, spread and its extreme hours in order', () => {
  const hours = hoursOf('2026-03-31', (hour) => (hour < 2 ? -1 : hour));
  const figures = figuresOfDay('2026-03-31', hours);
  assert.deepEqual(figures, {
    base: 273 / 24,
    peak: 13.5,
    spread: 24,
    cheapest: [hours[0], hours[1], hours[2]],
    dearest: [hours[23], hours[22], hours[21]],
    negativeHours: 2,
  });
});

test('a weekend has no peak, and of equal hours the earlier comes first', () => {
  const hours = hoursOf('2026-03-28', () => 5);
  const figures = figuresOfDay('2026-03-28', hours);
  assert.equal(figures?.peak, null);
  assert.deepEqual(figures?.cheapest, hours.slice(0, 3));
  assert.deepEqual(figures?.dearest, hours.slice(0, 3));
});

test('days of 23 and 25 hours weigh each of their hours once', () => {
  assert.equal(
    figuresOfDay(
      '2026-03-29',
      hoursOf('2026-03-29', (_, index) => index),
    )?.base,
    11,
  );
  assert.equal(
    figuresOfDay(
      '2026-10-25',
      hoursOf('2026-10-25', (_, index) => index),
    )?.base,
    12,
  );
});

test('a day without hours has no figures', () => {
  assert.equal(figuresOfDay('2026-03-31', []), undefined);
});

test('a change is newer minus older on the hours of both', () => {
  const older = hoursOf('2026-03-31', (hour) => hour).slice(0, 20);
  const newer = hoursOf('2026-03-31', (hour) => (hour === 5 ? hour - 9 : hour + 1));
  const bounded = (hours: typeof newer, width: number) =>
    hours.map((hour) => ({ ...hour, p10: hour.value - width, p90: hour.value + width }));
  const change = forecastChange(bounded(newer, 1), bounded(older, 1));
  assert.deepEqual(change, {
    hours: 20,
    mean: 0.5,
    meanAbsolute: 1.4,
    largest: { start: newer[5].start, value: -9 },
    largestBound: { start: newer[5].start, value: -9 },
  });
  assert.equal(forecastChange(bounded(newer.slice(20), 1), bounded(older, 1)), undefined);
  const wider = forecastChange(bounded(older, 4), bounded(older, 1));
  assert.deepEqual([wider?.meanAbsolute, wider?.largest.value, wider?.largestBound.value], [0, 0, -3]);
});
