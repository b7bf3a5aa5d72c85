import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SLOTS, syntheticPanel } from '../test/synthetic-panel.ts';
import { BacktestInputError } from './backtest/backtest-input-error.ts';
import { backtest } from './backtest/backtest.ts';
import type { Panel } from './data/panel.ts';
import { forecastNextDay, forecastNextDays, planNextDays } from './forecast-next-days.ts';
import { maskInputs } from './horizon/mask-future-prices.ts';
import { createModel } from './models/recipe.ts';
import { LEAR } from './pipelines/members.ts';

const model = createModel({ ...LEAR, windows: [28, 42] });
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
      message: `The data end on ${day}, whose prices are known. Add the rows of the day to forecast, with its inputs and empty prices.`,
    });
    const long = createModel({ kind: 'weekly-naive' });
    const short = { ...before(known), price: known.price.map((price, i) => (i >= 5 * SLOTS ? NaN : price)) };
    assert.throws(
      () => forecastNextDay({ panel: short, model: long }),
      /too little history: 14 days are needed/,
    );
  });
});

describe('the forecast of several days', () => {
  const open = 3;
  const first = 80 - open;
  const panel: Panel = {
    ...known,
    price: known.price.map((price, i) => (i >= first * SLOTS ? NaN : price)),
    exogenous: known.exogenous.map(({ name, values }, k) => ({
      name,
      values: k === 0 ? values : values.map((value, i) => (i >= (first + 1) * SLOTS ? NaN : value)),
    })),
  };
  const { days } = forecastNextDays({ panel, model, calibrationDays: 20 });

  test('begins with that of the next day, to the last bit', () => {
    assert.deepEqual(days[0], forecastNextDay({ panel, model, calibrationDays: 20 }));
  });

  test('has ordered bounds on every day, and says what each lacks', () => {
    assert.deepEqual(
      days.map((each) => [each.day, each.calibratedOnDays, each.missingInputs.length]),
      known.days.slice(first).map((each, lead) => [each, 20 - lead, lead === 0 ? 0 : 1]),
    );
    for (const { value, p10, p90 } of days) {
      value.forEach((price, slot) => assert.ok(p10[slot] <= price && price <= p90[slot]));
    }
  });

  test('forecasts the past days that calibrate it without the inputs that the days ahead lack', () => {
    const { tasks } = planNextDays(panel, { model, calibrationDays: 20 });
    assert.equal(tasks.length, 21);
    const [, wind] = panel.exogenous.map(({ name }) => name);
    for (const { unknownInputs } of tasks) assert.deepEqual(unknownInputs, [[], [wind], [wind]]);
    const masked = maskInputs(known, 40, [[], [wind]]);
    const changed = masked.exogenous[1].values.map((value, i) =>
      Number.isNaN(value) ? Math.floor(i / SLOTS) : -1,
    );
    assert.deepEqual([...new Set(changed)], [-1, 41]);
    assert.deepEqual(masked.exogenous[0], known.exogenous[0]);
  });

  test('is of 7 days at most', () => {
    const price = known.price.map((value, i) => (i >= 72 * SLOTS ? NaN : value));
    assert.throws(() => forecastNextDays({ panel: { ...known, price }, model }), {
      message: `8 days from ${known.days[72]} on have no prices; at most 7 are forecast. Leave the later days out.`,
    });
  });
});
