import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart, HOUR_MS, instantOf, type Series } from '@lonja/forecasting';
import type { ForecastInputs } from './forecast-inputs.ts';
import { horizonTask } from './horizon-task.ts';

const DAY = '2026-03-18';
const HISTORY_DAYS = 20;
const PUBLISHED_AT = instantOf('2026-03-17', '10:00');
const OWN_AT = instantOf('2026-03-17', '05:45');

/** One value for every hour of some days. */
function hours(
  key: string,
  span: { from: string; days: number },
  value: number,
  availableAt: number,
): Series {
  const first = dayStart(span.from);
  const count = span.days * 24;
  return {
    key,
    unit: 'MW',
    resolution: 'PT1H',
    start: Float64Array.from({ length: count }, (_, i) => first + i * HOUR_MS),
    value: new Float64Array(count).fill(value),
    availableAt: new Float64Array(count).fill(availableAt),
  };
}

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
  const task = horizonTask(inputs, { firstDay: DAY, horizonDays: 3, historyDays: HISTORY_DAYS, asOf });
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

/** Settlements of the ten days to `day`, each known when it ends: 30 EUR/MWh, the last three 33, 36 and 45. */
function gasUntil(day: string): Series {
  const starts = Array.from({ length: 10 }, (_, i) => dayStart(addDays(day, i - 9)));
  return {
    key: 'gas.price',
    unit: 'EUR/MWh',
    resolution: 'P1D',
    start: Float64Array.from(starts),
    value: Float64Array.of(30, 30, 30, 30, 30, 30, 30, 33, 36, 45),
    availableAt: Float64Array.from(starts, (start) => start + 24 * HOUR_MS),
  };
}

function movesAt(asOf: number, gasDay: string) {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  const yesterday = addDays(DAY, -1);
  const inputs: ForecastInputs = new Map([
    ['price.da', [hours('price.da', past, 50, 0)]],
    [
      'price.ida1',
      [
        hours('price.ida1', { from: addDays(DAY, -2), days: 1 }, 47, 0),
        hours('price.ida1', { from: yesterday, days: 1 }, 54, instantOf(addDays(DAY, -2), '15:30')),
      ].toReversed(),
    ],
    ['gas.price', [gasUntil(gasDay)]],
  ]);
  const { panel } = horizonTask(inputs, { firstDay: DAY, horizonDays: 3, historyDays: HISTORY_DAYS, asOf });
  const rows = [yesterday, DAY, addDays(DAY, 1)].map((day) => panel.days.indexOf(day) * 24 + 12);
  return Object.fromEntries(
    (panel.moves ?? []).map(({ name, values }) => [name, rows.map((at) => Number(values[at].toFixed(6)))]),
  );
}

test('moves are what a later auction and gas have said since the prices of the day before, as known at the time', () => {
  const noon = instantOf(addDays(DAY, -1), '12:05');
  assert.deepEqual(movesAt(noon, addDays(DAY, -2)), {
    'price.ida1': [-3, 4, 0],
    'gas.price': [4.545455, 12.5, 0],
  });
});

test('an auction that has not cleared and a settlement that is not known yet are no moves', () => {
  const early = movesAt(instantOf(addDays(DAY, -2), '15:00'), addDays(DAY, -1));
  assert.deepEqual([early['price.ida1'][1], early['gas.price'][1]], [0, 5]);
});

test('a service without a later auction and gas tells of no moves', () => {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  const inputs: ForecastInputs = new Map([['price.da', [hours('price.da', past, 50, 0)]]]);
  const { panel } = horizonTask(inputs, {
    firstDay: DAY,
    horizonDays: 3,
    historyDays: HISTORY_DAYS,
    asOf: PUBLISHED_AT,
  });
  assert.deepEqual(panel.moves, []);
});
