import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeliveryDay, dayRange, deliveryPeriods } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { dayHolesOf, formatDayHoles } from './hold-back-days.ts';

/** Prices of the first `periods` hours of each day, of all when left out. */
function hourly(days: DeliveryDay[], periods: Record<DeliveryDay, number> = {}): Series {
  const start = [...days].sort().flatMap((day) =>
    deliveryPeriods(day, 'PT1H')
      .slice(0, periods[day])
      .map((period) => period.start),
  );
  return {
    key: 'price.da',
    resolution: 'PT1H',
    unit: 'EUR/MWh',
    start: Float64Array.from(start),
    value: Float64Array.from(start, (_, i) => 40 + (i % 24)),
    availableAt: Float64Array.from(start),
  };
}

/** As a spreadsheet program writes days that it takes for month first. */
function swapped(days: DeliveryDay[]): DeliveryDay[] {
  return days.map((day) => {
    const [year, month, date] = day.split('-');
    return Number(date) <= 12 ? `${year}-${date}-${month}` : day;
  });
}

test('whole days in a row have no holes, on the days of the clock change too', () => {
  const days = ['2026-03-28', '2026-03-29', '2026-03-30'];
  assert.deepEqual(dayHolesOf([hourly(days), hourly([])]), []);
  assert.deepEqual(dayHolesOf([hourly(dayRange('2025-10-25', '2025-10-27'))]), []);
});

test('a January with day and month swapped: missing days, lone days and the hint', () => {
  const holes = dayHolesOf([hourly(swapped(dayRange('2025-01-01', '2025-01-31')))]);
  const [{ missing, partial, lone }] = holes;
  assert.deepEqual(missing, {
    count: 304,
    first: ['2025-01-02', '2025-01-03', '2025-01-04', '2025-01-05', '2025-01-06'],
  });
  assert.equal(partial.count, 0);
  assert.deepEqual([lone.count, lone.first[1], lone.looksSwapped], [11, '2025-03-01', true]);
  const text = formatDayHoles(holes).join('\n');
  assert.match(
    text,
    /price\.da: 304 days missing between the first and the last: 2025-01-02, .* and 299 more/,
  );
  assert.match(text, /price\.da: 11 days far from all others: 2025-01-01, 2025-03-01/);
  assert.match(text, /looks like swapped day and month/);
});

test('a swapped November and a swapped first quarter get the hint too', () => {
  for (const [from, to] of [
    ['2025-11-01', '2025-11-30'],
    ['2025-01-01', '2025-03-31'],
    ['2025-05-01', '2025-05-12'],
  ]) {
    const [{ lone }] = dayHolesOf([hourly(swapped(dayRange(from, to)))]);
    assert.equal(lone.looksSwapped, true, from);
  }
});

test('a mistyped year is a lone day without the hint, and its thousands of missing days are counted', () => {
  const [{ missing, lone }] = dayHolesOf([hourly([...dayRange('2025-01-01', '2025-01-31'), '2052-02-01'])]);
  assert.deepEqual([missing.count, missing.first.length], [9861, 5]);
  assert.deepEqual(lone, { count: 1, first: ['2052-02-01'], looksSwapped: false });
});

test('a gap of months between long stretches, and a file of scattered days, are missing days alone', () => {
  const stretches = [...dayRange('2025-01-01', '2025-01-31'), ...dayRange('2025-06-01', '2025-06-30')];
  const [gap] = dayHolesOf([hourly(stretches)]);
  assert.deepEqual([gap.missing.count, gap.lone.count], [120, 0]);
  const [scattered] = dayHolesOf([hourly(['2025-01-01', '2025-01-20', '2025-02-15'])]);
  assert.deepEqual(scattered.lone, { count: 0, first: [], looksSwapped: false });
});

test('days that are not whole are named with their periods, 25 on the long day, and values that cannot be do not count', () => {
  const days = ['2025-10-25', '2025-10-26', '2025-10-27'];
  const series = hourly(days, { '2025-10-26': 24, '2025-10-27': 12 });
  series.value[0] = 40_001;
  const holes = dayHolesOf([series]);
  assert.deepEqual(holes[0].partial, {
    count: 3,
    first: [
      { day: '2025-10-25', periods: 23, of: 24 },
      { day: '2025-10-26', periods: 24, of: 25 },
      { day: '2025-10-27', periods: 12, of: 24 },
    ],
  });
  assert.match(formatDayHoles(holes).join('\n'), /3 days not whole: 2025-10-25 \(23 of 24 periods\)/);
});

test('parts of two resolutions are one series, and days without a result are no gap', () => {
  const parts = [hourly(['2025-09-29']), hourly(['2025-09-30']), hourly(['2025-10-02'])];
  assert.deepEqual(dayHolesOf(parts, new Map([['price.da', ['2025-10-01']]])), []);
  assert.equal(dayHolesOf(parts)[0].missing.count, 1);
});
