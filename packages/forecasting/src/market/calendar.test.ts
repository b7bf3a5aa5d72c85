import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  dayNumber,
  dayRange,
  daysBetween,
  deliveryDayOf,
  deliveryPeriods,
  instantOf,
  isDeliveryDay,
  localHourOf,
  weekdayOf,
} from './delivery-day.ts';
import { easterSunday, findNationalHoliday, isNationalHoliday } from './holidays.ts';
import { formatMadrid, madridOffsetMs } from './madrid-time.ts';
import { AUCTION_CALENDAR, coveredPeriods, instantFor } from './products.ts';

test('an ordinary day has 24 hours and 96 quarters, a spring day 23 and 92, an autumn day 25 and 100', () => {
  const counts = (day: string) => [deliveryPeriods(day, 'PT1H').length, deliveryPeriods(day, 'PT15M').length];
  assert.deepEqual(counts('2026-03-28'), [24, 96]);
  assert.deepEqual(counts('2025-03-30'), [23, 92]);
  assert.deepEqual(counts('2026-03-29'), [23, 92]);
  assert.deepEqual(counts('2025-10-26'), [25, 100]);
});

test('a spring day has no hour 2 and an autumn day has it twice', () => {
  const hours = (day: string) => deliveryPeriods(day, 'PT1H').map((period) => period.hour);
  assert.deepEqual(hours('2026-03-29').slice(0, 4), [0, 1, 3, 4]);
  assert.deepEqual(hours('2025-10-26').slice(0, 5), [0, 1, 2, 2, 3]);
});

test('periods of consecutive days join without gap or overlap through ten years', () => {
  let end = deliveryPeriods('2020-01-01', 'PT1H')[0]?.start;
  for (const day of dayRange('2020-01-01', '2029-12-31')) {
    for (const period of deliveryPeriods(day, 'PT1H')) {
      assert.equal(period.start, end);
      assert.equal(deliveryDayOf(period.start), day);
      end = period.end;
    }
  }
});

test('the offset agrees with the ICU time-zone database around every change from 1996 to 2037', () => {
  const format = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid', timeZoneName: 'longOffset' });
  for (let year = 1996; year <= 2037; year++) {
    for (const month of [2, 9]) {
      for (let hour = 24 * 23; hour < 24 * 31; hour++) {
        const instant = Date.UTC(year, month, 1, hour);
        const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value;
        assert.equal(`GMT+0${madridOffsetMs(instant) / 3_600_000}:00`, name, new Date(instant).toISOString());
      }
    }
  }
});

test('an instant outside the known years is refused', () => {
  assert.throws(() => madridOffsetMs(Date.UTC(1990, 0, 1)), /1996\.\.2099/);
  assert.throws(() => madridOffsetMs(Number.NaN), RangeError);
});

test('a local time is the first of two occurrences, and one that does not exist moves on by an hour', () => {
  assert.equal(new Date(instantOf('2025-10-26', '02:30')).toISOString(), '2025-10-26T00:30:00.000Z');
  assert.equal(new Date(instantOf('2026-03-29', '02:30')).toISOString(), '2026-03-29T01:30:00.000Z');
  assert.equal(formatMadrid(instantOf('2026-03-29', '02:30')), '2026-03-29T03:30:00+02:00');
  assert.equal(new Date(instantOf('2026-03-30', '12:05')).toISOString(), '2026-03-30T10:05:00.000Z');
  assert.throws(() => instantOf('2026-03-30', '25:00'), RangeError);
});

test('a round trip through text keeps every day', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(daysBetween('2025-12-31', '2026-01-01'), 1);
  assert.deepEqual(dayRange('2026-01-02', '2026-01-01'), []);
  assert.equal(weekdayOf('2026-03-30'), 0);
  assert.equal(weekdayOf('1969-12-31'), 2);
  assert.equal(localHourOf(Date.parse('2026-03-30T22:30:00Z')), 0);
  for (const text of ['2026-02-30', '2026-1-1', '', '2026-01-01T00', 'abcd-ef-gh']) {
    assert.equal(isDeliveryDay(text), false, text);
  }
  assert.throws(() => dayNumber('2026-13-01'), /not a calendar day/);
});

test('Easter and the national holidays fall where the official calendars put them', () => {
  assert.deepEqual([2024, 2025, 2026, 2027].map(easterSunday), [
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
  ]);
  assert.equal(findNationalHoliday('2026-04-03'), 'Viernes Santo');
  assert.equal(isNationalHoliday('2026-10-12'), true);
  assert.equal(isNationalHoliday('2026-04-06'), false);
});

test('the gate of the third intraday auction closes on the delivery day and covers noon to midnight', () => {
  const { ida3, da } = AUCTION_CALENDAR;
  assert.equal(
    new Date(instantFor('2026-03-29', ida3.gateClosure)).toISOString(),
    '2026-03-29T08:00:00.000Z',
  );
  assert.equal(new Date(instantFor('2026-03-29', da.gateClosure)).toISOString(), '2026-03-28T11:00:00.000Z');
  assert.equal(coveredPeriods(ida3, '2026-03-29', 'PT15M').length, 48);
  assert.equal(coveredPeriods(da, '2026-03-29', 'PT15M').length, 92);
});

test('days are numbered as a clock in UTC counts them, over all leap years of the calendar, and no other text is a day', () => {
  for (let number = dayNumber('1890-01-01'); number < dayNumber('2110-01-01'); number++) {
    const text = new Date(number * 86_400_000).toISOString().slice(0, 10);
    assert.equal(dayNumber(text), number);
  }
  const wrong = [
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-01',
    '',
  ];
  for (const text of wrong) assert.equal(isDeliveryDay(text), false, text);
  assert.ok(isDeliveryDay('2000-02-29') && isDeliveryDay('0000-02-29') && isDeliveryDay('9999-12-31'));
});
