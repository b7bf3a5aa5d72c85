import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProcessContract } from '../../test/process-contract.ts';
import {
  SLOTS,
  absoluteError,
  actualOf,
  rowsBetween,
  syntheticPanel,
  without,
} from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { GAUSSIAN_PROCESS } from '../pipelines/members.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { settledUntil } from './settled.ts';
import { type GaussianProcessOptions, createGaussianProcess } from './gaussian-process.ts';
import { createWeeklyNaive } from './naive.ts';
import { trainingDays } from './process-training.ts';

const MODEL = createGaussianProcess(GAUSSIAN_PROCESS);

function forecastOf(panel: Panel, target: number, cache?: FitCache): Float64Array {
  return MODEL.fit(panel, target, cache).predict(panel, target).combined;
}

test('it finds the drivers of prices: its error is far below the naive one', () => {
  const panel = syntheticPanel(420);
  const naive = createWeeklyNaive();
  const cache = createFitCache();
  let own = 0;
  let weekly = 0;
  for (let target = 410; target < 420; target++) {
    own += absoluteError(forecastOf(panel, target, cache), actualOf(panel, target));
    weekly += absoluteError(
      naive.fit(panel, target).predict(panel, target).combined,
      actualOf(panel, target),
    );
  }
  assert.ok(own < weekly / 2, `${own} against ${weekly}`);
});

test('an input that is not known for the day is done without', () => {
  const panel = without(syntheticPanel(130), 'wind.forecast', rowsBetween(120, 130));
  const fitted = MODEL.fit(panel, 120);
  assert.deepEqual(fitted.inputs, ['load.forecast']);
  assert.ok(fitted.predict(panel, 120).combined.every(Number.isFinite));
});

test('days with gaps are left out of the training', () => {
  const panel = without(syntheticPanel(130), 'price', [60, 61]);
  const fitted = MODEL.fit(panel, 120);
  assert.equal(fitted.hindcasts.size, 120 - 7 - (2 + 7));
  assert.ok(fitted.predict(panel, 120).combined.every(Number.isFinite));
});

test('too short a window is one clear error', () => {
  assert.throws(() => createGaussianProcess({ ...GAUSSIAN_PROCESS, levelDays: 0 }), /levelDays.*got 0/);
  assert.throws(
    () => createGaussianProcess({ ...GAUSSIAN_PROCESS, windowDays: 20 }),
    /windowDays.*at least 28/,
  );
});

test('a window longer than the history is the history', () => {
  const panel = syntheticPanel(130);
  const longer = createGaussianProcess({ ...GAUSSIAN_PROCESS, windowDays: 5000 });
  assert.deepEqual(longer.fit(panel, 120).predict(panel, 120).combined, forecastOf(panel, 120));
});

const SHORTER: GaussianProcessOptions = { ...GAUSSIAN_PROCESS, windowDays: 250, relevance: undefined };

/** What a fit forecasts of the target and of the training days; its cache may have seen other days. */
function learnt(panel: Panel, target: number, cache: FitCache, options = SHORTER) {
  const fitted = createGaussianProcess(options).fit(panel, target, cache);
  return { forecast: fitted.predict(panel, target).combined, hindcasts: fitted.hindcasts };
}

test('what is kept of settled days gives the bits of a fit from nothing', () => {
  const panel = syntheticPanel(340);
  const cache = createFitCache();
  for (const target of [300, 301, 302, 309, 326, 331, 305]) {
    const fresh = learnt(panel, target, createFitCache());
    assert.deepEqual(learnt(panel, target, cache), fresh, `row ${target}`);
    const days = fresh.hindcasts.size;
    assert.ok(days >= 243 && days < 243 + 28, `${days} days`);
  }
});

test('settled days are the same on a panel that begins earlier or later', () => {
  const panel = syntheticPanel(340);
  const cache = createFitCache();
  const onWhole = learnt(panel, 310, cache);
  const cut = (values: Float64Array) => values.slice(20 * SLOTS);
  const shorter = {
    ...panel,
    days: panel.days.slice(20),
    price: cut(panel.price),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: cut(values) })),
  };
  const onShorter = learnt(shorter, 290, cache);
  assert.deepEqual(onShorter, learnt(shorter, 290, createFitCache()));
  const later = (days: typeof onShorter.hindcasts) => new Map([...days].map(([row, day]) => [row + 20, day]));
  assert.deepEqual({ ...onShorter, hindcasts: later(onShorter.hindcasts) }, onWhole);
});

test('a one-step-ahead forecast of a day rests on the days before it alone', () => {
  const panel = syntheticPanel(130);
  const before = learnt(panel, 120, createFitCache(), GAUSSIAN_PROCESS);
  const row = 100;
  const other = structuredClone(panel);
  for (let slot = row * SLOTS; slot < (row + 1) * SLOTS; slot++) other.price[slot] += 3;
  const since = learnt(other, 120, createFitCache(), GAUSSIAN_PROCESS);
  const ofDay = ({ hindcasts }: typeof before) => [...(hindcasts.get(row) ?? [])];
  assert.equal(ofDay(since).length, SLOTS);
  ofDay(since).forEach((price, slot) => assert.ok(Math.abs(price - ofDay(before)[slot]) < 0.05));
  assert.notDeepEqual(since.forecast, before.forecast);
});

test('a corrected price of a settled day is learnt', () => {
  const panel = syntheticPanel(340);
  const cache = createFitCache();
  const before = learnt(panel, 310, cache);
  const corrected = structuredClone(panel);
  corrected.price[200 * SLOTS] += 30;
  const anew = learnt(corrected, 310, cache);
  assert.notDeepEqual(anew.forecast, before.forecast);
  assert.deepEqual(anew, learnt(corrected, 310, createFitCache()));
});

/** How a process reads the days that it is trained on. */
function encodingOf(panel: Panel, target: number, options: GaussianProcessOptions) {
  const { levelDays, spreadDays } = options;
  const plan = {
    ...options,
    kind: 'encoding',
    normalisation: { levelDays, spreadDays },
    read: () => undefined,
  };
  return trainingDays(panel, target, plan, createFitCache()).encoding;
}

test('an input that is known of a few weeks only is learnt from all of them', () => {
  const panel = syntheticPanel(340);
  const target = 320;
  const from = settledUntil(panel, target, 28) - 5;
  const begun = without(panel, 'wind.forecast', rowsBetween(0, from));
  const encoding = encodingOf(begun, target, SHORTER);
  const values = begun.exogenous[1].values.subarray(from * SLOTS, target * SLOTS);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  assert.ok(Math.abs(encoding.inputs['wind.forecast'].mean - mean) < 1e-9 * mean);
});

test('inputs count as usual where their relevance is not selected', () => {
  const panel = syntheticPanel(430);
  const relevance = (options: GaussianProcessOptions) =>
    Object.values(encodingOf(panel, 420, options).inputs).map((input) => input.relevance);
  const unselected = { ...GAUSSIAN_PROCESS, relevance: undefined };
  assert.deepEqual(relevance(unselected), [1, 1]);
  assert.notDeepEqual(relevance(GAUSSIAN_PROCESS), [1, 1]);
  const plain = createGaussianProcess(unselected).fit(panel, 420).predict(panel, 420).combined;
  assert.notDeepEqual(forecastOf(panel, 420), plain);
});

testProcessContract(MODEL);
