import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  dayStart,
  hoursOfDay,
  isDay,
  madridClock,
  madridDay,
  madridHour,
  madridInstant,
  madridSpan,
} from './madrid-time.ts';

test('local days and hours agree with the time zone database over twelve years', () => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  for (let instant = Date.UTC(2018, 0, 1); instant < Date.UTC(2030, 0, 1); instant += 7 * 3_600_000) {
    const [day, clock] = format.format(instant).split(' ');
    assert.equal(madridDay(instant), day);
    assert.equal(madridHour(instant), Number(clock?.slice(0, 2)));
  }
});

test('a day has 24 hours but for the two clock changes', () => {
  assert.equal(hoursOfDay('2026-03-28'), 24);
  assert.equal(hoursOfDay('2026-03-29'), 23);
  assert.equal(hoursOfDay('2026-10-25'), 25);
  assert.equal(new Date(dayStart('2026-03-30')).toISOString(), '2026-03-29T22:00:00.000Z');
  assert.equal(new Date(dayStart('2026-10-25')).toISOString(), '2026-10-24T22:00:00.000Z');
});

test('the two hours 2 are distinguished', () => {
  const first = Date.parse('2026-10-25T00:00:00Z');
  assert.equal(madridClock(first), '02:00 CEST');
  assert.equal(madridClock(first + 3_600_000), '02:00 CET');
  assert.equal(madridClock(first + 7_200_000), '03:00');
  assert.equal(madridInstant(first), '2026-10-25T02:00:00+02:00');
  assert.equal(madridInstant(first + 3_600_000), '2026-10-25T02:00:00+01:00');
});

test('days count over the end of a month and reject what is no day', () => {
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(isDay('2026-02-29'), false);
  assert.equal(isDay('2028-02-29'), true);
  assert.equal(isDay('29-02-2028'), false);
});

test('periods end on the clock that they began on where the clock changes', () => {
  const labels = (day: string, minutes: number, firstHour: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const start = dayStart(day) + firstHour * 3_600_000 + index * minutes * 60_000;
      return madridSpan(start, start + minutes * 60_000);
    });
  for (const day of ['2026-03-29', '2025-03-30']) {
    assert.deepEqual(labels(day, 60, 0, 3), ['00:00–01:00', '01:00–02:00', '03:00–04:00']);
    assert.deepEqual(labels(day, 15, 1.75, 2), ['01:45–02:00', '03:00–03:15']);
  }
  for (const day of ['2025-10-26', '2026-10-25']) {
    assert.deepEqual(labels(day, 60, 1, 4), [
      '01:00–02:00',
      '02:00–03:00 CEST',
      '02:00–03:00 CET',
      '03:00–04:00',
    ]);
    assert.deepEqual(labels(day, 15, 2.75, 2), ['02:45–03:00 CEST', '02:00–02:15 CET']);
    assert.equal(new Set(labels(day, 15, 0, 100)).size, 100);
  }
});

test('longer periods name the zone at the end that needs it', () => {
  const hour = (day: string, count: number) => dayStart(day) + count * 3_600_000;
  assert.equal(madridSpan(hour('2026-03-29', 1), hour('2026-03-29', 4)), '01:00–05:00');
  assert.equal(madridSpan(hour('2025-10-26', 1), hour('2025-10-26', 3)), '01:00–03:00 CEST');
  assert.equal(madridSpan(hour('2025-10-26', 2), hour('2025-10-26', 4)), '02:00 CEST–03:00 CET');
  assert.equal(madridSpan(hour('2025-10-26', 3), hour('2025-10-26', 6)), '02:00 CET–05:00');
  assert.equal(madridSpan(hour('2025-10-26', 24), hour('2025-10-26', 25)), '23:00–00:00');
});
