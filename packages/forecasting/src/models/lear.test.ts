import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSignals } from '../../test/process-contract.ts';
import {
  SLOTS,
  absoluteError,
  actualOf,
  rowsBetween,
  syntheticPanel,
  without,
} from '../../test/synthetic-panel.ts';
import { columnNames } from '../../test/oracles/lear-design.ts';
import type { Panel } from '../data/panel.ts';
import { LEAR } from '../pipelines/members.ts';
import { InsufficientHistoryError } from './model.ts';
import { createLear } from './lear.ts';
import { createWeeklyNaive } from './naive.ts';

function forecastOf(panel: Panel, target: number, windows: number[]): Float64Array {
  return createLear({ ...LEAR, windows })
    .fit(panel, target)
    .predict(panel, target).combined;
}

/** All that a fit holds. */
function plainFit(panel: Panel, target: number, windows: number[]) {
  const { windows: fits, droppedInputs } = createLear({ ...LEAR, windows }).fit(panel, target);
  return { fits, droppedInputs };
}

test('LEAR finds the drivers of prices: its error is near the noise and far below the naive one', () => {
  const panel = syntheticPanel(220);
  const naive = createWeeklyNaive();
  let lear = 0;
  let weekly = 0;
  for (let target = 200; target < 220; target++) {
    lear += absoluteError(forecastOf(panel, target, [84, 190]), actualOf(panel, target)) / 20;
    weekly +=
      absoluteError(naive.fit(panel, target).predict(panel, target).combined, actualOf(panel, target)) / 20;
  }
  assert.ok(lear < 3, `mean absolute error ${lear}`);
  assert.ok(lear < weekly / 4, `${lear} against ${weekly}`);
});

test('its members are its windows; the combined forecast stands in for one cut to the days of another', () => {
  const panel = syntheticPanel(130);
  const model = createLear({ ...LEAR, windows: [56, 150, 180] });
  assert.equal(model.memberCount, 3);
  const { combined, members } = model.fit(panel, 120).predict(panel, 120);
  assert.deepEqual(members, [forecastOf(panel, 120, [56]), forecastOf(panel, 120, [150]), combined]);
});

test('changing every price from the target day on leaves fit and forecast bit for bit the same', () => {
  const panel = syntheticPanel(130);
  const target = 120;
  const changed = structuredClone(panel);
  for (let at = target * SLOTS; at < changed.price.length; at++) changed.price[at] = -777 + at;
  for (const { values } of changed.exogenous) values.fill(9e9, (target + 1) * SLOTS);
  assert.deepEqual(plainFit(changed, target, [56, 100]), plainFit(panel, target, [56, 100]));
  assert.deepEqual(forecastOf(changed, target, [56, 100]), forecastOf(panel, target, [56, 100]));
});

test('the fit depends on the target day through which inputs are known, not through their values', () => {
  const panel = syntheticPanel(100);
  const changed = structuredClone(panel);
  for (const { values } of changed.exogenous) values.fill(1, 90 * SLOTS);
  assert.deepEqual(plainFit(changed, 90, [56]), plainFit(panel, 90, [56]));
});

test('fitting and forecasting leave the panel alone', () => {
  const panel = syntheticPanel(110);
  const before = structuredClone(panel);
  forecastOf(panel, 100, [56, 84]);
  assert.deepEqual(panel, before);
});

test('the forecast is the mean of its windows', () => {
  const panel = syntheticPanel(110);
  const [short, long, both] = [[56], [84], [56, 84]].map((windows) => forecastOf(panel, 100, windows));
  both.forEach((value, slot) => assert.ok(Math.abs(value - (short[slot] + long[slot]) / 2) < 1e-9));
});

test('a window of 56 days trains on 49, and one beyond the history is cut to it and counts once', () => {
  const panel = syntheticPanel(110);
  const { windows } = createLear({ ...LEAR, windows: [56, 500, 900] }).fit(panel, 100);
  assert.deepEqual(
    windows.map(({ windowDays, trainingDays }) => [windowDays, trainingDays]),
    [
      [56, 49],
      [500, 93],
    ],
  );
});

test('prices in another unit give the forecast in that unit', () => {
  const panel = syntheticPanel(110);
  const inCents = { ...panel, price: panel.price.map((value) => 100 * value) };
  const forecast = forecastOf(panel, 100, [84]);
  forecastOf(inCents, 100, [84]).forEach((value, slot) => {
    assert.ok(Math.abs(value - 100 * forecast[slot]) < 1e-6 * Math.abs(value));
  });
});

test('the named columns of a fit explain which inputs matter', () => {
  const [member] = createLear({ ...LEAR, windows: [190] }).fit(syntheticPanel(200), 199).windows;
  const names = columnNames(member.blocks, SLOTS);
  const slot = member.slots[2];
  const weights = new Map(slot.columns.map((column, i) => [names[column], slot.coefficients[i]]));
  assert.ok((weights.get('load.forecast[d-0][h02]') ?? 0) > 0.1);
  assert.ok((weights.get('wind.forecast[d-0][h02]') ?? 0) < -0.1);
});

test('an input that is not known for the target day is left out with all its lags and reported by name', () => {
  const panel = without(syntheticPanel(110), 'wind.forecast', [100]);
  const model = createLear({ ...LEAR, windows: [56, 84] });
  const fitted = model.fit(panel, 100);
  assert.deepEqual(fitted.droppedInputs, ['wind.forecast']);
  assert.ok(fitted.predict(panel, 100).combined.every(Number.isFinite));
});

test('a lag that is not known is left out alone', () => {
  const panel = without(without(syntheticPanel(110), 'wind.forecast', [93]), 'price', [99, 98]);
  const model = createLear({ ...LEAR, windows: [84] });
  const fitted = model.fit(panel, 100);
  assert.deepEqual(fitted.droppedInputs.toSorted(), ['price[d-1]', 'price[d-2]', 'wind.forecast[d-7]']);
  assert.ok(fitted.predict(panel, 100).combined.every(Number.isFinite));
});

test('training days with a gap are left out', () => {
  const panel = without(syntheticPanel(110), 'load.forecast', [60]);
  const [member] = createLear({ ...LEAR, windows: [84] }).fit(panel, 100).windows;
  assert.equal(member.trainingDays, 77 - 3);
});

test('an input known on few days of a window is left out rather than the days', () => {
  const panel = without(syntheticPanel(160), 'wind.forecast', rowsBetween(0, 130));
  const fitted = createLear({ ...LEAR, windows: [56, 140] }).fit(panel, 150);
  assert.deepEqual(fitted.droppedInputs, ['wind.forecast']);
  assert.deepEqual(
    fitted.windows.map(({ trainingDays }) => trainingDays),
    [49, 133],
  );
});

test('where no day has all its lags, price lags are left out until enough days are complete', () => {
  const everyThird = rowsBetween(0, 100).filter((row) => row % 3 === 0);
  const panel = without(syntheticPanel(110), 'price', everyThird);
  const model = createLear({ ...LEAR, windows: [90] });
  const fitted = model.fit(panel, 101);
  assert.ok(fitted.windows[0].trainingDays >= 21);
  assert.ok(fitted.droppedInputs.includes('price[d-2]'));
  assert.ok(fitted.predict(panel, 101).combined.every(Number.isFinite));
});

test('without any input prices and weekdays are enough', () => {
  const panel = { ...syntheticPanel(110), exogenous: [] };
  assert.ok(forecastOf(panel, 100, [56, 84]).every(Number.isFinite));
});

test('prices that have been zero for months are forecast as zero', () => {
  const panel = syntheticPanel(110);
  for (let day = 0; day < 100; day++) panel.price[day * SLOTS + 1] = 0;
  const forecast = forecastOf(panel, 100, [56, 84]);
  assert.equal(forecast[1], 0);
  assert.ok(forecast.every(Number.isFinite));
});

test('an input far outside its history moves the forecast no further than prices have been', () => {
  const panel = syntheticPanel(110);
  panel.exogenous[0].values.fill(9e6, 100 * SLOTS, 101 * SLOTS);
  forecastOf(panel, 100, [84]).forEach((value, slot) => {
    const past = Array.from({ length: 77 }, (_, i) => panel.price[(23 + i) * SLOTS + slot]);
    assert.equal(value, Math.max(...past));
  });
});

test('constant inputs do no harm, even where they move on the target day', () => {
  const panel = syntheticPanel(110);
  const solar = { name: 'solar.forecast', values: new Float64Array(panel.price.length) };
  solar.values.fill(12_000, 100 * SLOTS);
  const withSolar = { ...panel, exogenous: [...panel.exogenous, solar] };
  assert.deepEqual(forecastOf(withSolar, 100, [56]), forecastOf(panel, 100, [56]));
});

test('with the least history there are more columns than days, and forecasts stay near the prices', () => {
  const panel = syntheticPanel(40);
  const model = createLear(LEAR);
  const target = model.minHistoryDays;
  const error = absoluteError(
    model.fit(panel, target).predict(panel, target).combined,
    actualOf(panel, target),
  );
  assert.ok(error < 20);
});

test('one day less than the least history is refused with what is missing', () => {
  const panel = syntheticPanel(40);
  const model = createLear(LEAR);
  assert.throws(() => model.fit(panel, model.minHistoryDays - 1), {
    name: 'InsufficientHistoryError',
    message: /needs 21 training days .* 27 days before it hold 27 days with complete prices/,
  });
});

test('predicting a day whose features are not known is refused, not answered with NaN', () => {
  const panel = syntheticPanel(110);
  const model = createLear({ ...LEAR, windows: [56] });
  const fitted = model.fit(panel, 100);
  const gap = without(panel, 'load.forecast', [101]);
  assert.throws(() => fitted.predict(gap, 101), InsufficientHistoryError);
});

test('windows that are no whole days or too short are refused', () => {
  for (const windows of [[], [27], [56.5], [Number.NaN]])
    assert.throws(() => createLear({ ...LEAR, windows }), RangeError);
});

testSignals(createLear({ ...LEAR, windows: [250] }));
