import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SLOTS, syntheticPanel } from '../test/synthetic-panel.ts';
import { BacktestInputError } from './backtest/backtest-input-error.ts';
import { backtest } from './backtest/backtest.ts';
import type { Panel } from './data/panel.ts';
import { forecastNextDay } from './forecast-next-day.ts';
import { createModel } from './models/recipe.ts';

const model = createModel({ kind: 'lear', windows: [28, 42] });
const known = syntheticPanel(80);
const day = known.days[79];

/** The panel on the day before its last, whose prices are not known then. */
function before(panel: Panel): Panel {
  return { ...panel, price: panel.price.map((price, i) => (i >= 79 * SLOTS ? NaN : price)) };
}

describe('the forecast of the next day', () => {
  const forecast = forecastNextDay({ panel: before(known), model, calibrationDays: 20 });

  test('is to the last bit what a back-test gives for that day', () => {
    const { periods } = backtest({ panel: known, model, from: day, to: day, calibrationDays: 20 });
    assert.equal(forecast.day, day);
    for (const name of ['value', 'p10', 'p90'] as const) {
      assert.deepEqual(
        [...forecast[name]],
        periods.map((period) => period[name]),
      );
    }
  });

  test('says what it rests on', () => {
    assert.equal(forecast.calibratedOnDays, 20);
    assert.deepEqual(forecast.missingInputs, []);
    const [load, wind] = known.exogenous;
    const panel = {
      ...before(known),
      exogenous: [load, { ...wind, values: wind.values.with(79 * SLOTS, NaN) }],
    };
    assert.deepEqual(forecastNextDay({ panel, model, calibrationDays: 0 }).missingInputs, ['wind.forecast']);
  });

  test('has bounds of the weekly naive where the model has no errors of its own', () => {
    const { value, p10, p90, calibratedOnDays } = forecastNextDay({
      panel: before(known),
      model,
      calibrationDays: 0,
    });
    assert.equal(calibratedOnDays, 0);
    value.forEach((price, slot) => assert.ok(p10[slot] < price && price < p90[slot]));
  });

  test('reports its progress, one fit after the other', () => {
    const seen: number[] = [];
    forecastNextDay({
      panel: before(known),
      model,
      calibrationDays: 2,
      onProgress: ({ done }) => seen.push(done),
    });
    assert.deepEqual(seen, [1, 2, 3]);
  });

  test('needs a day without prices, and history before it', () => {
    assert.throws(() => forecastNextDay({ panel: known, model }), {
      constructor: BacktestInputError,
      message: `The data end on ${day}, whose prices are known. Add the day to forecast: its inputs, and no prices.`,
    });
    const long = createModel({ kind: 'weekly-naive' });
    const short = { ...before(known), price: known.price.map((price, i) => (i >= 5 * SLOTS ? NaN : price)) };
    assert.throws(
      () => forecastNextDay({ panel: short, model: long }),
      /too little history: 14 days are needed/,
    );
  });
});
