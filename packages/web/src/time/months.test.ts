import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMonths, weeksOfMonth } from './months.ts';

test('a month on from a day that the next month lacks is its last', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2024-03-31', -1), '2024-02-29');
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
});

test('the weeks of a month begin on Mondays and hold all its days', () => {
  const weeks = weeksOfMonth('2026-11-22');
  assert.deepEqual([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]], [6, '2026-10-26', '2026-12-06']);
  assert.equal(weeks.flat().filter((day) => day.startsWith('2026-11')).length, 30);
});

test('a February of four whole weeks has four rows', () => {
  assert.equal(weeksOfMonth('2027-02-10').length, 4);
});
