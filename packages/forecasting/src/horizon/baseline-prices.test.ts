import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { baselinePrices } from './baseline-prices.ts';

const SLOTS = 2;

/** From a Monday; the price of a slot is ten times the row, and one more in the second slot. */
function panelOf(): Panel {
  const days = dayRange('2026-01-05', '2026-02-08');
  const price = Float64Array.from(
    { length: days.length * SLOTS },
    (_, i) => 10 * Math.floor(i / SLOTS) + (i % SLOTS),
  );
  return { days, slotsPerDay: SLOTS, price, exogenous: [] };
}

test('a working day is like working days, a weekend like weekends, of the weeks before the origin alone', () => {
  const panel = panelOf();
  const baseline = baselinePrices(panel, 14);
  // Rows 0-4 and 7-11 are working days, 5, 6, 12 and 13 weekends; row 16 is a Wednesday, row 19 a Saturday.
  assert.deepEqual([...baseline({ row: 16, origin: 14 })], [55, 56]);
  assert.deepEqual([...baseline({ row: 19, origin: 14 })], [90, 91]);
  panel.price.fill(-1e6, 14 * SLOTS);
  assert.deepEqual(baselinePrices(panel, 14)({ row: 16, origin: 14 }), baseline({ row: 16, origin: 14 }));
});

test('days further back and unknown prices do not count', () => {
  const panel = panelOf();
  panel.price[7 * SLOTS] = Number.NaN;
  const [first, second] = baselinePrices(panel, 7)({ row: 16, origin: 14 });
  assert.deepEqual([first, second], [95, 91]);
  assert.ok(Number.isNaN(baselinePrices(panel, 5)({ row: 19, origin: 5 })[0]));
});

test('a holiday is like a weekend', () => {
  const panel = panelOf();
  const holidays = new Set([panel.days[1], panel.days[16]]);
  // Rows 1, 5, 6, 12 and 13; the other nine are working days.
  assert.deepEqual([...baselinePrices({ ...panel, holidays }, 14)({ row: 16, origin: 14 })], [74, 75]);
  assert.deepEqual([...baselinePrices({ ...panel, holidays }, 14)({ row: 17, origin: 14 })], [60, 61]);
});
