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
import { GAUSSIAN_PROCESS } from '../pipelines/members.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { createOnPartialPit, selectPartialPit } from './partial-pit-option.ts';
import { panelUnderPit } from '../target/partial-pit.ts';
import { CHAMPION } from '../pipelines/champion.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import type { Model } from './model.ts';

/** Inputs count as usual: the search for their relevance has no part in the transform. */
const PROCESS = createGaussianProcess({
  ...GAUSSIAN_PROCESS,
  relevance: undefined,
  levelDays: 28,
  spreadDays: 28,
  windowDays: 364,
});
const TRANSFORMED = createOnPartialPit(PROCESS, CHAMPION.select);
const DAYS = 800;
const FLOORED = flooredPanel(DAYS);

function forecastOf(model: Model, panel: Panel, target: number, cache?: FitCache): Float64Array {
  return model.fit(panel, target, cache).predict(panel, target).combined;
}

function pitFor(panel: Panel, target: number) {
  return selectPartialPit(panel, target, CHAMPION.select, createFitCache());
}

test('where prices lie at a floor for hours, the forecast on transformed prices errs less', () => {
  const cache = createFitCache();
  const errorOf = (model: Model): number =>
    rowsBetween(DAYS - 20, DAYS).reduce(
      (sum, row) => sum + absoluteError(forecastOf(model, FLOORED, row, cache), actualOf(FLOORED, row)),
      0,
    );
  const [plain, transformed] = [errorOf(PROCESS), errorOf(TRANSFORMED)];
  assert.ok(transformed < 0.9 * plain, `${transformed} against ${plain}`);
});

test('where they do not, the forecast is that of the model itself', () => {
  const panel = syntheticPanel(DAYS);
  assert.equal(pitFor(panel, DAYS - 1), undefined);
  assert.deepEqual(forecastOf(TRANSFORMED, panel, DAYS - 1), forecastOf(PROCESS, panel, DAYS - 1));
});

test('too little history transforms nothing, and is refused as ever', () => {
  assert.equal(pitFor(FLOORED, 270), undefined);
  assert.notEqual(pitFor(FLOORED, 330), undefined);
  assert.deepEqual(forecastOf(TRANSFORMED, FLOORED, 270), forecastOf(PROCESS, FLOORED, 270));
  assert.notDeepEqual(forecastOf(TRANSFORMED, FLOORED, 330), forecastOf(PROCESS, FLOORED, 330));
  assert.throws(() => TRANSFORMED.fit(FLOORED, 20), /needs 21 training days/);
});

test('prices of the last week and of the target day do not change the transform, nor do gaps among the others harm it', () => {
  const pit = pitFor(FLOORED, DAYS - 8);
  assert.ok(pit !== undefined);
  const masked: Panel = { ...FLOORED, price: FLOORED.price.slice() };
  masked.price.fill(Number.NaN, (DAYS - 15) * SLOTS);
  assert.deepEqual(pitFor(masked, DAYS - 8), pit);
  const gaps = without(FLOORED, 'price', rowsBetween(500, 640));
  assert.ok(forecastOf(TRANSFORMED, gaps, DAYS - 8).every(Number.isFinite));
});

test('prices of zero for a year are no floor to transform', () => {
  const flat = { ...FLOORED, price: new Float64Array(FLOORED.price.length) };
  assert.equal(pitFor(flat, DAYS - 1), undefined);
  assert.ok(forecastOf(TRANSFORMED, flat, DAYS - 1).every((price) => Math.abs(price) < 1e-3));
});

test('its members are prices', () => {
  const target = DAYS - 1;
  const { combined, members } = TRANSFORMED.fit(FLOORED, target).predict(FLOORED, target);
  assert.deepEqual(members, [combined]);
});

test('a price signal leads to the same price on the transformed scale', () => {
  const pit = pitFor(FLOORED, DAYS - 1) ?? assert.fail('no transform');
  const cache = createFitCache();
  const step = FLOORED.price.map((_, i) => (i % 5) - 2);
  const { price, signals } = panelUnderPit(
    { ...FLOORED, signals: [{ name: 'price.later', values: step }] },
    pit,
    cache,
  );
  const moved = panelUnderPit(
    { ...FLOORED, price: FLOORED.price.map((value, i) => value + (step[i + SLOTS] ?? 0)) },
    pit,
    cache,
  );
  const values = signals?.[0].values ?? assert.fail('no signals');
  for (let i = SLOTS; i < values.length; i++) {
    assert.ok(Math.abs(price[i - SLOTS] + values[i] - moved.price[i - SLOTS]) < 1e-9);
  }
});
