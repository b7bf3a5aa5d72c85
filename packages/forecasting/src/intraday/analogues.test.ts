import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayRange } from '../market/delivery-day.ts';
import { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
import { analoguesOf } from './analogues.ts';
import type { IntradayPanel } from './intraday-panel.ts';

const SLOTS = 24;
const DAYS = 60;
const ROW = DAYS - 1;

/** A panel whose reference takes turns between cheap and dear days, both with a wave over the day. */
function panelOf(
  spreadAt: (row: number, slot: number) => number,
  cover: [number, number] = [0, SLOTS],
): IntradayPanel {
  const reference = Float64Array.from({ length: DAYS * SLOTS }, (_, i) => {
    const row = Math.floor(i / SLOTS);
    return (isDear(row) ? 120 : 20) + 8 * Math.sin((i % SLOTS) / 4) + (row % 7);
  });
  const [fromSlot, toSlot] = cover;
  return {
    days: dayRange('2025-01-01', addDays('2025-01-01', DAYS - 1)),
    slotsPerDay: SLOTS,
    fromSlot,
    toSlot,
    earlier: [reference],
    price: reference.map((value, i) => {
      const slot = i % SLOTS;
      return slot < fromSlot || slot >= toSlot ? Number.NaN : value + spreadAt(Math.floor(i / SLOTS), slot);
    }),
    exogenous: [],
    changes: [],
    daily: [],
    gas: new Float64Array(DAYS).fill(Number.NaN),
    gasAWeekAgo: new Float64Array(DAYS).fill(Number.NaN),
    holidays: new Set(),
  };
}

function mediansOf(panel: IntradayPanel, row: number): Float64Array {
  return analoguesOf(panel, row, SPREAD_OPTIONS.analogues).median;
}

function isDear(row: number): boolean {
  return row % 3 === ROW % 3;
}

function assertNear(actual: Float64Array, expected: number): void {
  for (const value of actual) assert.ok(Math.abs(value - expected) < 1e-9, `${value} is not ${expected}`);
}

test('hours at like prices count, hours at other prices do not', () => {
  const panel = panelOf((row) => (isDear(row) ? -5 : 3));
  assertNear(mediansOf(panel, ROW), -5);
  assertNear(mediansOf(panel, ROW - 1), 3);
});

test('rare large spreads do not move a median off the spread that most hours showed', () => {
  const panel = panelOf((row) => (row % 5 === 0 ? 400 : 0));
  assertNear(mediansOf(panel, ROW), 0);
});

test('where the level has changed, the newer days win', () => {
  const panel = panelOf((row) => (row < ROW - 35 ? 10 : 1));
  assertNear(mediansOf(panel, ROW), 1);
});

test('spreads follow the unit of the prices', () => {
  const panel = panelOf((row, slot) => Math.sin(7 * row + slot));
  const twice = (values: Float64Array) => values.map((value) => 2 * value);
  const doubled = { ...panel, earlier: panel.earlier.map(twice), price: twice(panel.price) };
  assert.deepEqual(mediansOf(doubled, ROW), twice(mediansOf(panel, ROW)));
});

test('a row sees neither its own auction nor a later day', () => {
  const panel = panelOf((row, slot) => Math.cos(3 * row + slot));
  const row = ROW - 3;
  const changed = {
    ...panel,
    price: panel.price.map((price, i) => (i < row * SLOTS ? price : -999)),
    earlier: [panel.earlier[0].map((price, i) => (i < (row + 1) * SLOTS ? price : 999))],
  };
  assert.deepEqual(mediansOf(changed, row), mediansOf(panel, row));
});

test('only covered slots are searched and answered', () => {
  const panel = panelOf(() => 2, [12, 24]);
  const medians = mediansOf(panel, ROW);
  assert.equal(medians.length, 12);
  assertNear(medians, 2);
});

test('unknown prices are no analogues, and without any the median is not known', () => {
  const panel = panelOf((row) => (row % 2 === 0 ? Number.NaN : 4));
  assertNear(mediansOf(panel, ROW), 4);
  const none = { ...panel, price: panel.price.map(() => Number.NaN) };
  assert.ok(mediansOf(none, ROW).every(Number.isNaN));
});
