import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { columnNames, learDesign } from '../../test/oracles/lear-design.ts';
import { isBlockKnown, learBlocks, panelBlocks } from './feature-blocks.ts';

/** Price of day d, slot s is 10 d + s; load is 1000 more. 2024-01-01 is a Monday. */
function countingPanel(slotsPerDay: number): Panel {
  const days = dayRange('2024-01-01', '2024-01-10');
  const price = Float64Array.from(
    { length: days.length * slotsPerDay },
    (_, at) => 10 * Math.floor(at / slotsPerDay) + (at % slotsPerDay),
  );
  const load = { name: 'load.forecast', values: price.map((value) => 1000 + value) };
  return { days, slotsPerDay, price, exogenous: [load] };
}

test('with 24 slots and two inputs there are 247 named columns', () => {
  const names = columnNames(learBlocks(['load.forecast', 'wind.forecast']), 24);
  assert.equal(names.length, 247);
  assert.equal(new Set(names).size, 247);
  assert.equal(names[7], 'price[d-1][h07]');
  assert.equal(names[96 + 12], 'load.forecast[d-0][h12]');
  assert.equal(names[240], 'weekday[monday]');
});

test('every column holds what its name says', () => {
  const panel = countingPanel(3);
  const design = learDesign(panel, learBlocks(['load.forecast']), [8, 9]);
  assert.equal(design.rows, 2);
  const row = (name: string) => {
    const at = design.columns.indexOf(name);
    return [...design.values.subarray(2 * at, 2 * at + 2)];
  };
  assert.deepEqual(row('price[d-1][h02]'), [72, 82]);
  assert.deepEqual(row('price[d-7][h00]'), [10, 20]);
  assert.deepEqual(row('load.forecast[d-0][h01]'), [1081, 1091]);
  assert.deepEqual(row('load.forecast[d-7][h01]'), [1011, 1021]);
  assert.deepEqual(row('weekday[tuesday]'), [1, 0]);
  assert.deepEqual(row('weekday[wednesday]'), [0, 1]);
});

test('quarter-hour panels get 96 columns for each block', () => {
  assert.equal(columnNames([{ kind: 'price', lagDays: 1 }], 96).at(-1), 'price[d-1][h95]');
});

test('a block is known only where all its slots are and its lag lies in the panel', () => {
  const panel = countingPanel(3);
  panel.price[3 * 5 + 1] = Number.NaN;
  assert.equal(isBlockKnown(panel, { kind: 'price', lagDays: 1 }, 6), false);
  assert.equal(isBlockKnown(panel, { kind: 'price', lagDays: 1 }, 7), true);
  assert.equal(isBlockKnown(panel, { kind: 'price', lagDays: 7 }, 6), false);
  assert.equal(isBlockKnown(panel, { kind: 'exogenous', input: 'wind.forecast', lagDays: 0 }, 7), false);
  assert.equal(isBlockKnown(panel, { kind: 'weekday' }, 0), true);
});

test('of a move its mean on the day is a column', () => {
  const panel = countingPanel(3);
  const moves = [{ name: 'gas.price', values: panel.price.map((value, i) => value + (i % 3)) }];
  const blocks = panelBlocks({ ...panel, moves });
  const { columns, values } = learDesign({ ...panel, moves }, blocks, [8, 9]);
  assert.deepEqual(columns.slice(-1), ['gas.price move[d-0]']);
  assert.deepEqual([...values.subarray(-2)], [82, 92]);
});
