import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../calendar/delivery-day.ts';
import type { Forecaster } from '../models/forecaster.ts';
import { createWeeklyNaive } from '../models/naive.ts';
import type { Panel } from '../series/panel.ts';
import { forecastHorizon } from './forecast-horizon.ts';

const SLOTS = 2;

function panelOf(rows: number, unknownLoadFrom: number): Panel {
  const numbers = Float64Array.from({ length: rows * SLOTS }, (_, i) => i);
  return {
    days: dayRange('2026-01-01', '2026-12-31').slice(0, rows),
    slotsPerDay: SLOTS,
    price: numbers,
    exogenous: [{ name: 'load.forecast', values: numbers.slice().fill(Number.NaN, unknownLoadFrom * SLOTS) }],
  };
}

/** Remembers the panels it was fitted on and forecasts one more than the day before. */
function spyForecaster(fits: Panel[]): Forecaster {
  return {
    name: 'spy',
    minHistoryDays: 1,
    fit(panel) {
      fits.push(panel);
      return {};
    },
    predict: (_, panel, target) =>
      panel.price.slice((target - 1) * SLOTS, target * SLOTS).map((previous) => previous + 1),
  };
}

test('days further ahead build on the forecasts of the days before them', () => {
  const { days } = forecastHorizon({
    panel: panelOf(20, 20),
    target: 10,
    horizonDays: 3,
    forecaster: spyForecaster([]),
  });
  assert.deepEqual(
    days.map((day) => [...day]),
    [
      [19, 20],
      [20, 21],
      [21, 22],
    ],
  );
});

test('no price of the target day or later reaches the forecaster', () => {
  const fits: Panel[] = [];
  const panel = panelOf(20, 20);
  const run = () =>
    forecastHorizon({ panel, target: 10, horizonDays: 5, forecaster: spyForecaster(fits) }).days;
  const before = run();
  panel.price.fill(-12_345, 10 * SLOTS);
  assert.deepEqual(run(), before);
  for (const fit of fits) assert.ok(fit.price.subarray(10 * SLOTS).every((price) => Number.isNaN(price)));
});

test('each distinct pattern of missing inputs is fitted once, without the inputs that the later day lacks', () => {
  const fits: Panel[] = [];
  const { missingInputs } = forecastHorizon({
    panel: panelOf(20, 11),
    target: 10,
    horizonDays: 7,
    forecaster: spyForecaster(fits),
  });
  assert.deepEqual(missingInputs, []);
  const loadAtTarget = fits.map((fit) => fit.exogenous[0]?.values[10 * SLOTS]);
  assert.deepEqual(loadAtTarget, [20, Number.NaN]);
});

test('an input that is missing for the first day is named', () => {
  const { missingInputs } = forecastHorizon({
    panel: panelOf(20, 10),
    target: 10,
    horizonDays: 1,
    forecaster: createWeeklyNaive(),
  });
  assert.deepEqual(missingInputs, ['load.forecast']);
});
