import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movingPanel } from '../../test/synthetic-panel.ts';
import { stretchedPanel } from './stretched-panel.ts';

const STRETCH = { prices: [0, 30, 60], stretched: [-10, 20, 60] };

test('prices and moves that changed in place are stretched anew', () => {
  const { told } = movingPanel(20);
  stretchedPanel(told, STRETCH);
  told.price[100] += 7;
  told.price[101] = Number.NaN;
  told.moves?.[0].values.fill(3, 120, 130);
  assert.deepEqual(stretchedPanel(told, STRETCH), stretchedPanel(told, { ...STRETCH }));
});
