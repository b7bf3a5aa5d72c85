import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, instantOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { hours } from '../../../test/constant-series.ts';
import { type ForecastInputs, horizonTask, panelAsOf } from './forecast-inputs.ts';

const DAY = '2026-03-18';
const HISTORY_DAYS = 20;
const HISTORY = { historyDays: HISTORY_DAYS, settledDays: 28 };
const PUBLISHED_AT = instantOf('2026-03-17', '10:00');
const OWN_AT = instantOf('2026-03-17', '05:45');

function taskAt(asOf: number) {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  const inputs: ForecastInputs = new Map([
    ['price.da', [hours('price.da', past, 50, 0)]],
    ...['load', 'wind', 'solar'].map((name): [string, Series[]] => [
      `${name}.forecast`,
      [
        hours(`${name}.forecast`, past, 1, 0),
        hours(`${name}.forecast`, { from: DAY, days: 1 }, 2, PUBLISHED_AT),
      ],
    ]),
    ...['load', 'wind'].map((name): [string, Series[]] => [
      `${name}.model`,
      [hours(`${name}.model`, { from: DAY, days: 7 }, 3, OWN_AT)],
    ]),
  ]);
  const task = horizonTask(inputs, { firstDay: DAY, horizonDays: 3, recipe: HISTORY, asOf });
  const valuesOn = (day: string) =>
    task.panel.exogenous.map(({ values }) => values[task.panel.days.indexOf(day) * 24 + 12]);
  return { ...task, first: valuesOn(DAY), second: valuesOn(addDays(DAY, 1)) };
}

test('before the operator publishes, own forecasts stand in on the first day, and the task says for which inputs', () => {
  const { first, second, standIns, lateDays } = taskAt(instantOf('2026-03-17', '06:05'));
  assert.deepEqual(
    [first, second],
    [
      [3, 3, NaN],
      [3, 3, NaN],
    ],
  );
  assert.deepEqual([standIns, lateDays], [['load.forecast', 'wind.forecast'], 0]);
});

test('what is published comes before own forecasts', () => {
  const { first, second, standIns } = taskAt(instantOf('2026-03-17', '12:05'));
  assert.deepEqual([first, second, standIns], [[2, 2, 2], [3, 3, NaN], []]);
});

test('without own forecasts there is nothing to stand in', () => {
  const { first, standIns } = taskAt(OWN_AT - 1);
  assert.deepEqual([first, standIns], [[NaN, NaN, NaN], []]);
});

test('where the operator has published nothing, models learn from what was forecast of each day on the day before', () => {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  const madeUpAt = instantOf(addDays(DAY, 3), '12:00');
  const inputs: ForecastInputs = new Map([
    ['price.da', [hours('price.da', past, 50, 0)]],
    ['load.forecast', [hours('load.forecast', { from: addDays(DAY, -2), days: 1 }, 2, 0)]],
    ['load.model', [hours('load.model', { from: addDays(DAY, -3), days: 5 }, 3, OWN_AT)]],
    ...['load', 'wind'].map((name): [string, Series[]] => [
      `${name}.dayahead.model`,
      [hours(`${name}.dayahead.model`, { ...past, days: HISTORY_DAYS + 2 }, 4, madeUpAt)],
    ]),
  ]);
  const request = { firstDay: DAY, horizonDays: 3, recipe: HISTORY, asOf: PUBLISHED_AT };
  const { panel, standIns } = horizonTask(inputs, request);
  const on = (daysFrom: number) =>
    panel.exogenous.map(({ values }) => values[panel.days.indexOf(addDays(DAY, daysFrom)) * 24 + 12]);
  assert.deepEqual(
    [on(-9), on(-2), on(-1)],
    [
      [4, 4, NaN],
      [2, 4, NaN],
      [4, 4, NaN],
    ],
  );
  const ahead = [on(0), on(1)];
  assert.deepEqual(
    ahead,
    [
      [3, 4, NaN],
      [3, NaN, NaN],
    ],
    'days to come rest on what is known now',
  );
  assert.deepEqual(standIns, ['load.forecast', 'wind.forecast']);
});

test('models learn from forecasts that come after the gate as little as they are served with them', () => {
  const past = { from: addDays(DAY, -2), days: 2 };
  const evening = instantOf('2026-03-16', '18:00');
  const inputs: ForecastInputs = new Map([
    ['price.da', [hours('price.da', { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS }, 50, 0)]],
    ['load.forecast', [hours('load.forecast', past, 2, instantOf('2026-03-14', '10:00'))]],
    ...['wind', 'solar'].map((name): [string, Series[]] => [
      `${name}.forecast`,
      [hours(`${name}.forecast`, past, 2, evening)],
    ]),
    ...['load', 'wind'].map((name): [string, Series[]] => [
      `${name}.dayahead.model`,
      [hours(`${name}.dayahead.model`, { from: addDays(DAY, -2), days: 3 }, 4, PUBLISHED_AT)],
    ]),
  ]);
  const request = { firstDay: DAY, horizonDays: 1, recipe: HISTORY, asOf: PUBLISHED_AT };
  const { panel, standIns } = horizonTask(inputs, request);
  const on = (daysFrom: number) =>
    panel.exogenous.map(({ values }) => values[panel.days.indexOf(addDays(DAY, daysFrom)) * 24 + 12]);
  // Wind is learnt as it was forecast here; the sun, of which there is nothing else, as it was published.
  assert.deepEqual(
    [on(-2), on(-1), on(0)],
    [
      [2, 4, 2],
      [2, 4, 2],
      [4, 4, NaN],
    ],
  );
  assert.deepEqual(standIns, ['load.forecast', 'wind.forecast']);
});

test('the panel carries the price signals of its feeds', () => {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  const inputs: ForecastInputs = new Map([
    ['price.da', [hours('price.da', past, 50, 0)]],
    ['price.ida1', [hours('price.ida1', past, 54, 0)]],
  ]);
  const request = { firstDay: DAY, horizonDays: 1, recipe: HISTORY, asOf: PUBLISHED_AT };
  const { signals = [] } = horizonTask(inputs, request).panel;
  assert.deepEqual(
    signals.map(({ name, values }) => [name, values.at(-1)]),
    [['price.ida1', 4]],
  );
});

test('a panel has the national holidays of its days, also of those to come', () => {
  const { holidays } = panelAsOf(new Map(), { from: '2025-11-30', to: '2025-12-26', asOf: 0 });
  assert.deepEqual([...(holidays ?? [])], ['2025-12-06', '2025-12-08', '2025-12-25']);
});
