import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodOf } from './group-hours.ts';

test('a week belongs to the year of its Thursday', () => {
  const weeks: [string, string][] = [
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2025-12-28', '2025-W52'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2024-12-30', '2025-W01'],
    ['2026-03-31', '2026-W14'],
  ];
  for (const [day, week] of weeks) assert.equal(periodOf(day, 'week'), week, day);
});

test('days, months and years are parts of the date', () => {
  assert.deepEqual(
    (['day', 'month', 'year'] as const).map((period) => periodOf('2026-03-31', period)),
    ['2026-03-31', '2026-03', '2026'],
  );
});
