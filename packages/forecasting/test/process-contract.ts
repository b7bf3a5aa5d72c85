import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Model, InsufficientHistoryError } from '../src/models/model.ts';
import type { Panel } from '../src/data/panel.ts';
import { type FitCache, createFitCache } from '../src/kernel/fit-cache.ts';
import {
  SLOTS,
  absoluteError,
  actualOf,
  signalPanel,
  rowsBetween,
  syntheticPanel,
  without,
} from './synthetic-panel.ts';

/** What every model made of Gaussian processes keeps, whatever they look at. */
export function testProcessContract(model: Model): void {
  const forecastOf = (panel: Panel, target: number) =>
    model.fit(panel, target).predict(panel, target).combined;

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

  test('a fitted model forecasts several days, whichever it was asked for before', () => {
    const panel = syntheticPanel(130);
    const fitted = model.fit(panel, 120);
    for (const target of [121, 120, 121]) {
      assert.deepEqual(fitted.predict(panel, target), model.fit(panel, 120).predict(panel, target));
    }
  });

  test('a fitted model is what it was after others have been fitted', () => {
    const panel = syntheticPanel(300);
    const cache = createFitCache();
    const fitted = model.fit(panel, 290, cache);
    const before = fitted.predict(panel, 290);
    for (const target of [292, 285]) model.fit(panel, target, cache).predict(panel, target);
    assert.deepEqual(fitted.predict(panel, 290), before);
    const fresh = model.fit(panel, 290);
    for (const target of [290, 291]) {
      assert.deepEqual(fitted.predict(panel, target), fresh.predict(panel, target));
    }
  });

  testSignals(model);

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
    assert.throws(() => model.fit(panel, 20), InsufficientHistoryError);
    assert.ok(forecastOf(panel, model.minHistoryDays).every(Number.isFinite));
  });
}

/** What holds for every model that uses the price signals of a panel. */
export function testSignals(model: Model): void {
  const forecastOf = (panel: Panel, target: number, cache?: FitCache) =>
    model.fit(panel, target, cache).predict(panel, target).combined;

  test('a price signal is followed', () => {
    const { informed, plain } = signalPanel(300);
    const [error, blind] = [informed, plain].map((panel) => {
      const cache = createFitCache();
      return rowsBetween(285, 300).reduce(
        (sum, target) => sum + absoluteError(forecastOf(panel, target, cache), actualOf(panel, target)),
        0,
      );
    });
    assert.ok(error < 0.75 * blind, `${error} against ${blind}`);
  });

  test('price signals of later days change nothing', () => {
    const { informed } = signalPanel(300);
    const before = forecastOf(informed, 290);
    for (const { values } of informed.signals ?? []) values.fill(1e4, 291 * SLOTS);
    assert.deepEqual(forecastOf(informed, 290), before);
  });

  test('a panel without the price signals that a fit has learnt from is refused', () => {
    const { informed, plain } = signalPanel(300);
    const fitted = model.fit(informed, 290);
    assert.throws(() => fitted.predict(plain, 290), /price\.later signal.*is not known/);
  });
}
