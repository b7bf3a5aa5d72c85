import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, syntheticPanel } from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { type Rows, settledResult, settledUntil } from './settled.ts';

function countedSearch() {
  const cache = createFitCache();
  let searches = 0;
  const compute = (_: Panel, rows: Rows) => `${++searches}: ${rows.from} to ${rows.until}`;
  return (panel: Panel, rows: Rows) => settledResult({ kind: 'counted', compute }, panel, rows, {}, cache);
}

test('it rests on days more than a week back and stands still for four weeks', () => {
  const panel = syntheticPanel(200);
  const rows = Array.from({ length: 84 }, (_, i) => settledUntil(panel, 100 + i, 28));
  rows.forEach((until, i) => assert.ok(until <= 93 + i && until > 93 + i - 28));
  assert.equal(new Set(rows).size, 4);
  const later = { ...panel, days: panel.days.slice(1) };
  assert.equal(settledUntil(later, 99, 28), rows[0] - 1, 'a longer history searches on the same days');
});

test('the same rows are searched once, whatever stands around them', () => {
  const search = countedSearch();
  const panel = syntheticPanel(60);
  const rows = { from: 10, until: 50 };
  assert.equal(search(panel, rows), '1: 10 to 50');
  const other = structuredClone(panel);
  other.price[9 * SLOTS] += 1;
  other.price[50 * SLOTS] = Number.NaN;
  assert.equal(search(other, rows), '1: 10 to 50');
});

test('another value, another name and other rows are searched anew', () => {
  const search = countedSearch();
  const panel = syntheticPanel(60);
  const rows = { from: 10, until: 50 };
  search(panel, rows);
  const corrected = structuredClone(panel);
  corrected.exogenous[1].values[20 * SLOTS] += 1;
  assert.equal(search(corrected, rows), '2: 10 to 50');
  const [load, wind] = panel.exogenous;
  assert.equal(
    search({ ...panel, exogenous: [load, { ...wind, name: 'sun.forecast' }] }, rows),
    '3: 10 to 50',
  );
  assert.equal(search(panel, { from: 10, until: 51 }), '4: 10 to 51');
  assert.equal(search(panel, rows), '1: 10 to 50');
});

test('another holiday among the rows is searched anew, one around them is not; no holidays at all are something else', () => {
  const search = countedSearch();
  const panel = syntheticPanel(60);
  const rows = { from: 10, until: 50 };
  const ask = (...holidays: number[]) =>
    search({ ...panel, holidays: new Set(holidays.map((row) => panel.days[row])) }, rows);
  assert.deepEqual(
    [ask(20), ask(20, 50), ask(21), ask(20)],
    ['1: 10 to 50', '1: 10 to 50', '2: 10 to 50', '1: 10 to 50'],
  );
  assert.deepEqual([search(panel, rows), ask(9, 50)], ['3: 10 to 50', '4: 10 to 50']);
});

test('the options of a search are part of what it is remembered by', () => {
  const cache = createFitCache();
  let searches = 0;
  const compute = (_panel: Panel, _rows: Rows, { days }: { days: number }) => `${++searches}: ${days}`;
  const panel = syntheticPanel(60);
  const rows = { from: 10, until: 50 };
  const ask = (days: number, kind = 'days', sharing = cache) =>
    settledResult({ kind, keeps: 2, compute }, panel, rows, { days }, sharing);
  assert.deepEqual([ask(7), ask(8), ask(7), ask(9), ask(8)], ['1: 7', '2: 8', '1: 7', '3: 9', '4: 8']);
  assert.deepEqual([ask(8, 'other'), ask(8), ask(8, 'days', createFitCache())], ['5: 8', '4: 8', '6: 8']);
});

test('of many searches the latest are kept', () => {
  const search = countedSearch();
  const panel = syntheticPanel(60);
  for (let from = 0; from < 17; from++) search(panel, { from, until: 50 });
  assert.equal(search(panel, { from: 16, until: 50 }), '17: 16 to 50');
  assert.equal(search(panel, { from: 0, until: 50 }), '18: 0 to 50');
});
