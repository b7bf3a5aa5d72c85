import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProcessContract } from '../../test/process-contract.ts';
import { SLOTS, absoluteError, syntheticPanel } from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { GAUSSIAN_PROCESS, PROCESSES_BY_TIME } from '../pipelines/members.ts';
import { type FitCache, createFitCache } from '../runtime/fit-cache.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import type { Model } from './model.ts';
import { createProcessesByTime } from './processes-by-time.ts';

const MODEL = createProcessesByTime(PROCESSES_BY_TIME);

/** Days of 24 slots in which the load of a slot raises its own price more and more, and no other. */
function bentPanel(dayCount: number): Panel {
  const slotsPerDay = 24;
  const panel = syntheticPanel((dayCount * slotsPerDay) / SLOTS);
  const [load] = panel.exogenous;
  const price = panel.price.map(
    (before, i) => before + 4 * (Math.max(0, load.values[i] - 28_000) / 1000) ** 2,
  );
  return { ...panel, days: panel.days.slice(0, dayCount), slotsPerDay, price };
}

function errorOf(model: Model, panel: Panel, target: number, cache: FitCache): number {
  const from = target * panel.slotsPerDay;
  const actual = panel.price.subarray(from, from + panel.slotsPerDay);
  return absoluteError(model.fit(panel, target, cache).predict(panel, target).combined, actual);
}

test('where a slot follows its own inputs it errs much less than processes of whole days', () => {
  const panel = bentPanel(260);
  const whole = createGaussianProcess(GAUSSIAN_PROCESS);
  const cache = createFitCache();
  let own = 0;
  let other = 0;
  for (let target = 250; target < 260; target++) {
    own += errorOf(MODEL, panel, target, cache);
    other += errorOf(whole, panel, target, cache);
  }
  assert.ok(own < 0.8 * other, `${own} against ${other}`);
});

test('what is kept of settled days gives the bits of a fit that knows nothing yet', () => {
  const panel = bentPanel(300);
  const cache = createFitCache();
  const inTurn = [270, 271, 280].map((target) => MODEL.fit(panel, target, cache).predict(panel, target));
  assert.deepEqual(MODEL.fit(panel, 280).predict(panel, 280), inTurn[2]);
  // Other markets take the place of what is kept.
  for (const shift of [10, 20])
    MODEL.fit({ ...panel, price: panel.price.map((price) => price + shift) }, 280, cache);
  assert.deepEqual(MODEL.fit(panel, 280, cache).predict(panel, 280), inTurn[2]);
});

testProcessContract(MODEL);
