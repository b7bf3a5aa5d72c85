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
import type { Forecaster } from './forecaster.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';
import { createProcessesByTime } from './processes-by-time.ts';

const MODEL = createProcessesByTime();

function forecastOf(panel: Panel, target: number): Float64Array {
  return MODEL.predict(MODEL.fit(panel, target), panel, target);
}

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

function errorOf(model: Forecaster, panel: Panel, target: number): number {
  const from = target * panel.slotsPerDay;
  const actual = panel.price.subarray(from, from + panel.slotsPerDay);
  return absoluteError(model.predict(model.fit(panel, target), panel, target), actual);
}

test('where a slot follows its own inputs it errs much less than processes of whole days', () => {
  const panel = bentPanel(260);
  const whole = createGaussianProcess();
  let own = 0;
  let other = 0;
  for (let target = 250; target < 260; target++) {
    own += errorOf(MODEL, panel, target);
    other += errorOf(whole, panel, target);
  }
  assert.ok(own < 0.8 * other, `${own} against ${other}`);
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

test('a fitted model survives JSON and forecasts several days', () => {
  const panel = syntheticPanel(130);
  const fitted = MODEL.fit(panel, 120);
  const copy: typeof fitted = JSON.parse(JSON.stringify(fitted));
  for (const target of [120, 121]) {
    assert.deepEqual(MODEL.predict(copy, panel, target), MODEL.predict(fitted, panel, target));
  }
});

test('inputs unknown for the day or in the past, and days without prices, give a sound forecast', () => {
  const panel = syntheticPanel(130);
  const usual = actualOf(panel, 120);
  for (const broken of [
    without(panel, 'wind.forecast', rowsBetween(120, 130)),
    without(panel, 'wind.forecast', rowsBetween(0, 90)),
    without(panel, 'price', [60, 61, 112]),
  ]) {
    assert.ok(absoluteError(forecastOf(broken, 120), usual) < 12);
  }
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

test('days of quarter-hours have a forecast of every slot', () => {
  const slotsPerDay = 96;
  const panel = { ...syntheticPanel(1440), slotsPerDay };
  const quarterHours = { ...panel, days: panel.days.slice(0, 60) };
  const forecast = forecastOf(quarterHours, 59);
  assert.equal(forecast.length, slotsPerDay);
  assert.ok(forecast.every((price) => price > -100 && price < 300));
});

test('too little history is one clear error', () => {
  const panel = syntheticPanel(40);
  assert.throws(() => MODEL.fit(panel, 20), InsufficientHistoryError);
  assert.ok(forecastOf(panel, MODEL.minHistoryDays).every(Number.isFinite));
});
