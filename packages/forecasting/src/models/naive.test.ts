import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { InsufficientHistoryError } from './model.ts';
import { createStandardNaive, createWeeklyNaive } from './naive.ts';

/** Two slots a day; the price of day d is d and d + 0.5. 2024-01-01 is a Monday. */
function countingPanel(): Panel {
  const days = dayRange('2024-01-01', '2024-01-21');
  const price = Float64Array.from({ length: 2 * days.length }, (_, at) => at / 2);
  return { days, slotsPerDay: 2, price, exogenous: [] };
}

test('the weekly naive copies the day a week before', () => {
  const panel = countingPanel();
  const model = createWeeklyNaive();
  assert.deepEqual([...model.fit(panel, 16).predict(panel, 16).combined], [9, 9.5]);
});

test('the standard naive copies yesterday from Tuesday to Friday and last week on Monday, Saturday and Sunday', () => {
  const panel = countingPanel();
  const model = createStandardNaive();
  const fitted = model.fit(panel, 14);
  const sources = [14, 15, 16, 17, 18, 19, 20].map((row) => fitted.predict(panel, row).combined[0]);
  assert.deepEqual(sources, [7, 14, 15, 16, 17, 12, 13]);
});

test('a price that is not known is copied from the nearest week before that has it', () => {
  const panel = countingPanel();
  const model = createStandardNaive();
  panel.price[2 * 15] = Number.NaN;
  panel.price[2 * 9] = Number.NaN;
  assert.deepEqual([...model.fit(panel, 16).predict(panel, 16).combined], [2, 15.5]);
});

test('without any earlier price the naive says so', () => {
  const panel = countingPanel();
  const model = createWeeklyNaive();
  panel.price.fill(Number.NaN, 0, 2 * 16);
  assert.throws(() => model.fit(panel, 16).predict(panel, 16), InsufficientHistoryError);
});
