import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SLOTS,
  absoluteError,
  actualOf,
  flooredPanel,
  rowsBetween,
  syntheticPanel,
  without,
} from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import type { Forecaster } from './forecaster.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import { priceStretchFor } from '../select/price-stretch-search.ts';
import { stretchedPanel } from '../target/stretched-panel.ts';
import { createOnStretchedPrices } from './stretched-prices.ts';

const PROCESS = createGaussianProcess({ levelDays: 28, spreadDays: 28, windowDays: 364 });
const STRETCHED = createOnStretchedPrices(PROCESS);
const DAYS = 800;
const FLOORED = flooredPanel(DAYS);

test('where prices lie at a floor for hours, the forecast on stretched prices errs less', () => {
  const errorOf = <Fitted>(model: Forecaster<Fitted>): number =>
    rowsBetween(DAYS - 20, DAYS).reduce((sum, row) => {
      const forecast = model.predict(model.fit(FLOORED, row), FLOORED, row);
      return sum + absoluteError(forecast, actualOf(FLOORED, row));
    }, 0);
  const [plain, stretched] = [errorOf(PROCESS), errorOf(STRETCHED)];
  assert.ok(stretched < 0.9 * plain, `${stretched} against ${plain}`);
});

test('where they do not, the forecast is that of the forecaster itself', () => {
  const panel = syntheticPanel(DAYS);
  const fitted = STRETCHED.fit(panel, DAYS - 1);
  assert.equal(fitted.stretch, undefined);
  assert.deepEqual(
    STRETCHED.predict(fitted, panel, DAYS - 1),
    PROCESS.predict(PROCESS.fit(panel, DAYS - 1), panel, DAYS - 1),
  );
});

test('too little history stretches nothing, and is refused as ever', () => {
  assert.equal(STRETCHED.fit(FLOORED, 270).stretch, undefined);
  assert.notEqual(STRETCHED.fit(FLOORED, 330).stretch, undefined);
  assert.throws(() => STRETCHED.fit(FLOORED, 20), /needs 21 training days/);
});

test('prices of the last week and of the target day do not change the stretch, nor do gaps among the others harm it', () => {
  const stretch = priceStretchFor(FLOORED, DAYS - 8);
  assert.ok(stretch !== undefined);
  const masked: Panel = { ...FLOORED, price: FLOORED.price.slice() };
  masked.price.fill(Number.NaN, (DAYS - 15) * SLOTS);
  assert.deepEqual(priceStretchFor(masked, DAYS - 8), stretch);
  const gaps = without(FLOORED, 'price', rowsBetween(500, 640));
  assert.ok(STRETCHED.predict(STRETCHED.fit(gaps, DAYS - 8), gaps, DAYS - 8).every(Number.isFinite));
});

test('prices of zero for a year are no floor to stretch', () => {
  const flat = { ...FLOORED, price: new Float64Array(FLOORED.price.length) };
  const fitted = STRETCHED.fit(flat, DAYS - 1);
  assert.equal(fitted.stretch, undefined);
  assert.ok(STRETCHED.predict(fitted, flat, DAYS - 1).every((price) => Math.abs(price) < 1e-3));
});

test('a fit survives JSON, and its members are prices', () => {
  const target = DAYS - 1;
  const fitted = STRETCHED.fit(FLOORED, target);
  const forecast = STRETCHED.predict(fitted, FLOORED, target);
  const copy = JSON.parse(JSON.stringify(fitted)) as typeof fitted;
  assert.deepEqual(STRETCHED.predict(copy, FLOORED, target), forecast);
  assert.deepEqual(STRETCHED.predictMembers?.(fitted, FLOORED, target), {
    combined: forecast,
    members: [forecast],
  });
});

test('a move leads to the same price on the stretched scale', () => {
  const stretch = priceStretchFor(FLOORED, DAYS - 1) ?? assert.fail('no stretch');
  const step = FLOORED.price.map((_, i) => (i % 5) - 2);
  const { price, moves } = stretchedPanel(
    { ...FLOORED, moves: [{ name: 'price.later', values: step }] },
    stretch,
  );
  const moved = stretchedPanel(
    { ...FLOORED, price: FLOORED.price.map((value, i) => value + (step[i + SLOTS] ?? 0)) },
    stretch,
  );
  const values = moves?.[0].values ?? assert.fail('no moves');
  for (let i = SLOTS; i < values.length; i++) {
    assert.ok(Math.abs(price[i - SLOTS] + values[i] - moved.price[i - SLOTS]) < 1e-9);
  }
});
