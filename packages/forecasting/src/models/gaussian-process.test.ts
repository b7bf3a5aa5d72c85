import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SLOTS,
  absoluteError,
  actualOf,
  rowsBetween,
  syntheticPanel,
  without,
} from '../../test/synthetic-panel.ts';
import type { Panel } from '../series/panel.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';
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

test('prices of the target day and everything after it change nothing', () => {
  const panel = syntheticPanel(130);
  const before = forecastOf(panel, 120);
  panel.price.fill(-1e5, 120 * SLOTS);
  for (const { values } of panel.exogenous) values.fill(7, 121 * SLOTS);
  assert.deepEqual(forecastOf(panel, 120), before);
});

test('another unit of price changes the unit of the forecast and nothing else', () => {
  const panel = syntheticPanel(130);
  const scaled = { ...panel, price: panel.price.map((price) => price * 1000) };
  const [plain, other] = [forecastOf(panel, 120), forecastOf(scaled, 120)];
  plain.forEach((price, slot) => assert.ok(Math.abs(other[slot] / 1000 - price) < 1e-4 * Math.abs(price)));
});

test('another unit of an input changes nothing beyond rounding', () => {
  const panel = syntheticPanel(130);
  const [load, wind] = panel.exogenous;
  const scaled = {
    ...panel,
    exogenous: [{ ...load, values: load.values.map((value) => value / 1000 + 5) }, wind],
  };
  const plain = forecastOf(panel, 120);
  forecastOf(scaled, 120).forEach((price, slot) => assert.ok(Math.abs(price - plain[slot]) < 1e-8));
});

test('a fitted model survives JSON', () => {
  const panel = syntheticPanel(130);
  const fitted = MODEL.fit(panel, 120);
  const copy: typeof fitted = JSON.parse(JSON.stringify(fitted));
  assert.deepEqual(MODEL.predict(copy, panel, 120), MODEL.predict(fitted, panel, 120));
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

test('prices of zero for weeks and inputs that never change give a sound forecast', () => {
  const panel = syntheticPanel(130);
  panel.exogenous[0].values.fill(3);
  panel.price.fill(0, 60 * SLOTS, 120 * SLOTS);
  const forecast = forecastOf(panel, 120);
  assert.ok(
    forecast.every((price) => Math.abs(price) < 30),
    String(forecast),
  );
  panel.price.fill(0);
  assert.ok(forecastOf(panel, 120).every((price) => Math.abs(price) < 1e-3));
});

test('too little history is one clear error', () => {
  const panel = syntheticPanel(40);
  assert.throws(() => MODEL.fit(panel, 20), InsufficientHistoryError);
  assert.ok(forecastOf(panel, MODEL.minHistoryDays).every(Number.isFinite));
  assert.throws(() => createGaussianProcess({ levelDays: 0 }), /levelDays.*got 0/);
  assert.throws(() => createGaussianProcess({ windowDays: 20 }), /windowDays.*at least 28/);
});

test('a window longer than the history is the history', () => {
  const panel = syntheticPanel(130);
  const longer = createGaussianProcess({ windowDays: 5000 });
  assert.deepEqual(longer.predict(longer.fit(panel, 120), panel, 120), forecastOf(panel, 120));
});
