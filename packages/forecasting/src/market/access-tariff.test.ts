import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccessZone, accessPeriodOf } from './access-tariff.ts';
import { deliveryPeriods } from './delivery-day.ts';

/** The periods of a day as spans of local hours, such as `p3 0-8`. */
function spansOf(day: string, zone: AccessZone = 'peninsula'): string[] {
  const spans: { period: string; from: number; to: number }[] = [];
  for (const { start, hour } of deliveryPeriods(day, 'PT15M')) {
    const period = accessPeriodOf(start, zone);
    const last = spans.at(-1);
    if (last?.period === period) last.to = hour + 1;
    else spans.push({ period, from: hour, to: hour + 1 });
  }
  return spans.map(({ period, from, to }) => `${period} ${from}-${to}`);
}

const WORKING_DAY = ['p3 0-8', 'p2 8-10', 'p1 10-14', 'p2 14-18', 'p1 18-22', 'p2 22-24'];
const ALL_VALLEY = ['p3 0-24'];

test('a working day has the hours of the Circular, and those of Ceuta and Melilla', () => {
  assert.deepEqual(spansOf('2026-03-30'), WORKING_DAY);
  assert.deepEqual(spansOf('2026-07-14'), WORKING_DAY);
  assert.deepEqual(spansOf('2026-03-30', 'ceuta_melilla'), [
    'p3 0-8',
    'p2 8-11',
    'p1 11-15',
    'p2 15-19',
    'p1 19-23',
    'p2 23-24',
  ]);
});

test('weekends and national holidays of a fixed date are P3 as a whole, also when the clock changes', () => {
  for (const zone of ['peninsula', 'ceuta_melilla'] as const) {
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-25', '2026-01-01', '2026-01-06', '2026-05-01']) {
      assert.deepEqual(spansOf(day, zone), ALL_VALLEY, day);
    }
    for (const day of ['2025-08-15', '2026-10-12', '2027-11-01', '2027-12-06', '2026-12-08', '2026-12-25']) {
      assert.deepEqual(spansOf(day, zone), ALL_VALLEY, day);
    }
  }
});

test('holidays of a moving date, of a region or moved from a Sunday are working days', () => {
  for (const day of ['2026-04-03', '2026-04-02', '2026-03-19', '2026-11-02', '2026-12-07']) {
    assert.deepEqual(spansOf(day), WORKING_DAY, day);
  }
});

test('the days beside a clock change keep their local hours', () => {
  for (const day of ['2026-03-27', '2026-03-30', '2026-10-23', '2026-10-26']) {
    assert.deepEqual(spansOf(day), WORKING_DAY, day);
  }
});
