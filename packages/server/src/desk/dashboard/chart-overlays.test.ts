import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, deliveryPeriods, HOUR_MS, localHourOf, MINUTE_MS } from '@lonja/forecasting/market';
import { dayLastYear, periodsLastYear } from './chart-overlays.ts';

test('a day goes with the same weekday 52 weeks before, hour by hour and quarter by quarter', () => {
  assert.equal(dayLastYear('2026-03-31'), '2025-04-01');
  for (const [resolution, count] of [
    ['PT1H', 24],
    ['PT15M', 96],
  ] as const) {
    const pairs = periodsLastYear('2026-03-31', resolution);
    assert.equal(pairs.size, count);
    for (const [start, before] of pairs) assert.equal(start - before, 364 * 24 * HOUR_MS);
  }
});

test('the local time is the same on days of 23 and 25 hours, and around them', () => {
  // 2026-03-29 and 2025-03-30 have 23 hours, 2026-10-25 and 2025-10-26 have 25.
  for (const [day, count] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2027-10-31', 25],
    ['2026-03-30', 24],
  ] as const) {
    const pairs = periodsLastYear(day, 'PT1H');
    assert.equal(pairs.size, count, day);
    for (const [start, before] of pairs) assert.equal(localHourOf(start), localHourOf(before));
  }
  const both = periodsLastYear('2026-10-25', 'PT1H');
  const [first, second] = deliveryPeriods('2026-10-25', 'PT1H').filter(({ hour }) => hour === 2);
  assert.equal((both.get(second.start) ?? 0) - (both.get(first.start) ?? 0), HOUR_MS);
});

test('where only one of the two days has 25 or 23 hours, the hour 2 goes with what there is', () => {
  // The clock goes back on 2032-10-31 and does not on 2031-11-02.
  const long = periodsLastYear('2032-10-31', 'PT1H');
  const two = deliveryPeriods('2032-10-31', 'PT1H').filter(({ hour }) => hour === 2);
  assert.deepEqual(
    two.map(({ start }) => long.get(start)),
    [dayStart('2031-11-02') + 2 * HOUR_MS, dayStart('2031-11-02') + 2 * HOUR_MS],
  );
  // It went back on 2031-10-26: the first hour 2 stands for the one of 2032-10-24.
  const ordinary = periodsLastYear('2032-10-24', 'PT15M');
  const quarters = deliveryPeriods('2032-10-24', 'PT15M').filter(({ hour }) => hour === 2);
  assert.deepEqual(
    quarters.map(({ start }) => ordinary.get(start)),
    [0, 1, 2, 3].map((quarter) => dayStart('2031-10-26') + 2 * HOUR_MS + quarter * 15 * MINUTE_MS),
  );
  // It went forward on 2029-03-25, so that 2030-03-24 has one hour more.
  const short = periodsLastYear('2030-03-24', 'PT1H');
  assert.deepEqual([short.size, short.has(dayStart('2030-03-24') + 2 * HOUR_MS)], [23, false]);
});
