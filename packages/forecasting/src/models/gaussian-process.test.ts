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
import { settledUntil } from '../select/settled-search.ts';
import type { Panel } from '../data/panel.ts';
import { type GaussianProcess, createGaussianProcess } from './gaussian-process.ts';
import { createWeeklyNaive } from './naive.ts';

const MODEL = createGaussianProcess();

function forecastOf(panel: Panel, target: number): Float64Array {
  return MODEL.predict(MODEL.fit(panel, target), panel, target);
}

test('it finds the drivers of prices: its error is far below the naive one', () => {
  const panel = syntheticPanel(420);
  const naive = createWeeklyNaive();
  let own = 0;
  let weekly = 0;
  for (let target = 410; target < 420; target++) {
    own += absoluteError(forecastOf(panel, target), actualOf(panel, target));
    weekly += absoluteError(naive.predict(naive.fit(panel, target), panel, target), actualOf(panel, target));
  }
  assert.ok(own < weekly / 2, `${own} against ${weekly}`);
});

test('an input that is not known for the day is done without', () => {
  const panel = without(syntheticPanel(130), 'wind.forecast', rowsBetween(120, 130));
  const fitted = MODEL.fit(panel, 120);
  assert.deepEqual(Object.keys(fitted.encoding.inputs), ['load.forecast']);
  assert.ok(MODEL.predict(fitted, panel, 120).every(Number.isFinite));
});

test('days with gaps are left out of the training', () => {
  const panel = without(syntheticPanel(130), 'price', [60, 61]);
  const fitted = MODEL.fit(panel, 120);
  assert.equal(fitted.days.length, 120 - 7 - (2 + 7));
  assert.ok(MODEL.predict(fitted, panel, 120).every(Number.isFinite));
});

test('too short a window is one clear error', () => {
  assert.throws(() => createGaussianProcess({ levelDays: 0 }), /levelDays.*got 0/);
  assert.throws(() => createGaussianProcess({ windowDays: 20 }), /windowDays.*at least 28/);
});

test('a window longer than the history is the history', () => {
  const panel = syntheticPanel(130);
  const longer = createGaussianProcess({ windowDays: 5000 });
  assert.deepEqual(longer.predict(longer.fit(panel, 120), panel, 120), forecastOf(panel, 120));
});

test('a second look needs a forecast of every training day, and follows the one of the target day', () => {
  const panel = syntheticPanel(130);
  const { fitted, hindcasts, lookAgain } = MODEL.fitWithHindcasts(panel, 120);
  const forecasts = new Map(
    hindcasts.rows.map((row, i) => [row, hindcasts.values.subarray(i * SLOTS, (i + 1) * SLOTS)]),
  );
  const { second, hindcasts: looks } = lookAgain(forecasts);
  assert.deepEqual(looks.rows, hindcasts.rows);
  const forecast = forecastOf(panel, 120);
  const again = (seen: Float64Array) => MODEL.predictAgain({ fitted, second }, panel, 120, seen);
  assert.ok(absoluteError(again(forecast), actualOf(panel, 120)) < 12);
  assert.notDeepEqual(again(forecast.map((price) => price + 10)), again(forecast));
  const copy: typeof second = JSON.parse(JSON.stringify(second));
  assert.deepEqual(MODEL.predictAgain({ fitted, second: copy }, panel, 120, forecast), again(forecast));
  forecasts.delete(hindcasts.rows[3]);
  assert.throws(() => lookAgain(forecasts), new RegExp(`no forecast of ${panel.days[hindcasts.rows[3]]}`));
});

/** A fit with all that it tells, of an instance that may have fitted other days. */
function learnt(model: GaussianProcess, panel: Panel, target: number) {
  const { fitted, hindcasts, lookAgain } = model.fitWithHindcasts(panel, target);
  const { rows, values } = hindcasts;
  const again = lookAgain(new Map(rows.map((row, i) => [row, values.subarray(i * SLOTS, (i + 1) * SLOTS)])));
  return { fitted, hindcasts, again };
}

const SHORTER = { windowDays: 250, searchesRelevance: false };

test('what is kept of settled days gives the bits of a fit that knows nothing yet', () => {
  const panel = syntheticPanel(340);
  const going = createGaussianProcess(SHORTER);
  for (const target of [300, 301, 302, 309, 326, 331, 305]) {
    const fresh = learnt(createGaussianProcess(SHORTER), panel, target);
    assert.deepEqual(learnt(going, panel, target), fresh, `row ${target}`);
    const days = fresh.fitted.days.length;
    assert.ok(days >= 243 && days < 243 + 28, `${days} days`);
  }
});

test('settled days are the same on a panel that begins earlier or later', () => {
  const panel = syntheticPanel(340);
  const going = createGaussianProcess(SHORTER);
  const { fitted } = learnt(going, panel, 310);
  const cut = (values: Float64Array) => values.slice(20 * SLOTS);
  const shorter = {
    ...panel,
    days: panel.days.slice(20),
    price: cut(panel.price),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: cut(values) })),
  };
  const onShorter = learnt(going, shorter, 290);
  assert.deepEqual(onShorter, learnt(createGaussianProcess(SHORTER), shorter, 290));
  assert.deepEqual(onShorter.fitted, fitted);
});

test('what a second look would have forecast for a day rests on the days before it alone', () => {
  const panel = syntheticPanel(130);
  const { hindcasts, again } = learnt(MODEL, panel, 120);
  const row = 100;
  const at = hindcasts.rows.indexOf(row) * SLOTS;
  const errs = (values: Float64Array) =>
    absoluteError(values.slice(-20 * SLOTS), panel.price.slice(100 * SLOTS, 120 * SLOTS));
  assert.ok(errs(again.hindcasts.values) < 1.5 * errs(hindcasts.values));
  const other = structuredClone(panel);
  for (let slot = row * SLOTS; slot < (row + 1) * SLOTS; slot++) other.price[slot] += 3;
  const since = learnt(MODEL, other, 120);
  const ofDay = (values: Float64Array) => Array.from(values.subarray(at, at + SLOTS));
  ofDay(since.again.hindcasts.values).forEach((price, slot) =>
    assert.ok(Math.abs(price - ofDay(again.hindcasts.values)[slot]) < 0.05),
  );
  assert.notDeepEqual(since.again.second, again.second);
});

test('a corrected price of a settled day and other forecasts of it are learnt', () => {
  const panel = syntheticPanel(340);
  const going = createGaussianProcess(SHORTER);
  const { fitted, again } = learnt(going, panel, 310);
  const corrected = structuredClone(panel);
  corrected.price[200 * SLOTS] += 30;
  const anew = learnt(going, corrected, 310);
  assert.notDeepEqual(anew.fitted.weights, fitted.weights);
  assert.deepEqual(anew, learnt(createGaussianProcess(SHORTER), corrected, 310));
  const told = going.fitWithHindcasts(panel, 310);
  const higher = new Map(
    told.hindcasts.rows.map((row, i) => [
      row,
      told.hindcasts.values.slice(i * SLOTS, (i + 1) * SLOTS).map((price) => price + row),
    ]),
  );
  const other = told.lookAgain(higher);
  assert.notDeepEqual(other.second.weights, again.second.weights);
  assert.notDeepEqual(other.hindcasts, again.hindcasts);
  const { lookAgain } = createGaussianProcess(SHORTER).fitWithHindcasts(panel, 310);
  assert.deepEqual(other, lookAgain(higher));
});

test('an input that is known of a few weeks only is learnt from all of them', () => {
  const panel = syntheticPanel(340);
  const target = 320;
  const from = settledUntil(panel, target) - 5;
  const begun = without(panel, 'wind.forecast', rowsBetween(0, from));
  const { encoding } = createGaussianProcess(SHORTER).fit(begun, target);
  const values = begun.exogenous[1].values.subarray(from * SLOTS, target * SLOTS);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  assert.ok(Math.abs(encoding.inputs['wind.forecast'].mean - mean) < 1e-9 * mean);
});

test('inputs count as usual where their relevance is not searched for', () => {
  const panel = syntheticPanel(430);
  const relevance = (searchesRelevance: boolean) => {
    const { encoding } = createGaussianProcess({ searchesRelevance }).fit(panel, 420);
    return Object.values(encoding.inputs).map((input) => input.relevance);
  };
  assert.deepEqual(relevance(false), [1, 1]);
  assert.notDeepEqual(relevance(true), [1, 1]);
});

testProcessContract(MODEL);
