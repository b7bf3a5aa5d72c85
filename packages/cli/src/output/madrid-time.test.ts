import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryDay, madridTime } from './madrid-time.ts';

test('an instant is shown in the time of Spain with the name of its zone', () => {
  assert.equal(madridTime('2026-03-29T00:59:00Z'), '2026-03-29 01:59 CET');
  assert.equal(madridTime('2026-03-29T01:00:00Z'), '2026-03-29 03:00 CEST');
});

test('a delivery day begins at midnight in Spain, and the days around the clock changes follow each other', () => {
  assert.equal(deliveryDay(Date.parse('2026-03-28T22:59:59Z')), '2026-03-28');
  assert.equal(deliveryDay(Date.parse('2026-03-28T23:00:00Z')), '2026-03-29');
  for (const day of ['2026-03-29', '2026-10-25']) {
    const late = Date.parse(`${day}T21:30:00Z`);
    const [before, after] = [deliveryDay(late, -1), deliveryDay(late, 1)];
    assert.deepEqual(
      [Date.parse(day) - Date.parse(before), Date.parse(after) - Date.parse(day)],
      [86_400_000, 86_400_000],
    );
  }
});
