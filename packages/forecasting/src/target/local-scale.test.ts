import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel } from '../data/panel.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { localScale } from './local-scale.ts';

const PANEL: Panel = {
  days: ['2024-01-01', '2024-01-02', '2024-01-03'],
  slotsPerDay: 2,
  price: Float64Array.of(10, 30, 50, Number.NaN, 1000, 1000),
  exogenous: [],
};

test('level and spread are of the known prices of the days before', () => {
  const scale = localScale(PANEL, 2, { levelDays: 1, spreadDays: 2 }, createFitCache());
  assert.equal(scale?.level, 50);
  assert.ok(Math.abs((scale?.spread ?? 0) - (40 / 3 + 1.5)) < 1e-5);
});

test('without a known price there is no scale', () => {
  assert.equal(localScale(PANEL, 0, { levelDays: 7, spreadDays: 7 }, createFitCache()), undefined);
});
