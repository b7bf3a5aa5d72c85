import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForecasterContract } from '../../test/forecaster-contract.ts';
import { SLOTS, actualOf, rowsBetween, syntheticPanel } from '../../test/synthetic-panel.ts';
import type { Panel } from '../series/panel.ts';
import { createBoostedLevels } from './boosted-levels.ts';
import { meanOf } from './boosted-profiles.ts';
import { createWeeklyNaive } from './naive.ts';

const QUICK = { trees: 120, seeds: [1] };

testForecasterContract(createBoostedLevels(QUICK));

function forecastOf(panel: Panel, target: number, options = {}): Float64Array {
  const model = createBoostedLevels({ ...QUICK, ...options });
  return model.predict(model.fit(panel, target), panel, target);
}

test('the forecast is the mean of the day in every slot, far nearer to it than last week', () => {
  const panel = syntheticPanel(300);
  const naive = createWeeklyNaive();
  const errors = { levels: 0, naive: 0 };
  for (const target of rowsBetween(285, 300)) {
    const level = meanOf(actualOf(panel, target));
    const forecast = forecastOf(panel, target);
    assert.deepEqual(forecast, new Float64Array(SLOTS).fill(forecast[0]));
    errors.levels += Math.abs(forecast[0] - level);
    errors.naive += Math.abs(meanOf(naive.predict(naive.fit(panel, target), panel, target)) - level);
  }
  assert.ok(errors.levels < 0.5 * errors.naive, `${errors.levels} against ${errors.naive}`);
});

test('prices in another unit give the forecast in that unit', () => {
  const panel = syntheticPanel(130);
  const cents = { ...panel, price: panel.price.map((price) => 128 * price) };
  assert.ok(Math.abs(forecastOf(cents, 120)[0] / 128 - forecastOf(panel, 120)[0]) < 1e-6);
});

test('several seeds give the mean of what each gives', () => {
  const panel = syntheticPanel(130);
  const alone = [3, 8].map((seed) => forecastOf(panel, 120, { seeds: [seed] })[0]);
  assert.notEqual(alone[0], alone[1]);
  const both = forecastOf(panel, 120, { seeds: [3, 8] })[0];
  assert.ok(Math.abs(both - (alone[0] + alone[1]) / 2) < 1e-9);
});

test('days of one slot, and of a number that four does not divide, are forecast', () => {
  const { days, price } = syntheticPanel(130);
  for (const slotsPerDay of [1, 23]) {
    const panel = {
      days: days.slice(0, 60),
      slotsPerDay,
      price: new Float64Array(60 * slotsPerDay),
      exogenous: [],
    };
    panel.price.forEach((_, at) => (panel.price[at] = price[at % price.length]));
    const forecast = forecastOf(panel, 59);
    assert.equal(forecast.length, slotsPerDay);
    assert.ok(forecast.every((level) => level > 0 && level < 150));
  }
});

test('options out of range are refused', () => {
  assert.throws(() => createBoostedLevels({ windowDays: 20 }), /at least 28; got 20/);
  assert.throws(() => createBoostedLevels({ seeds: [] }), /at least one seed/);
  assert.throws(
    () => createBoostedLevels({ trees: 0 }).fit(syntheticPanel(60), 50),
    /trees is a whole number/,
  );
});
