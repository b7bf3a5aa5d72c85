import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart, deliveryPeriods, instantOf } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { groupBy } from '../data/group-by.ts';
import type { Series } from '../data/series.ts';
import { intradayFundamentals, type SeriesByKey } from './intraday-fundamentals.ts';

const FIRST = '2026-03-16';
const DAY = '2026-03-17';
const RUN = { dayOffset: -1, time: '20:30' };

/** A series with the same value in every hour of a day, in one revision for each `[day, value, availableAt]`. */
function series(key: string, revisions: [day: string, mw: number, availableAt: number][]): Series {
  const rows = revisions
    .flatMap(([day, mw, availableAt]) =>
      deliveryPeriods(day, 'PT1H').map(({ start }) => ({ start, mw, availableAt })),
    )
    .toSorted((a, b) => a.start - b.start || a.availableAt - b.availableAt);
  return {
    key,
    unit: 'MW',
    resolution: 'PT1H',
    start: Float64Array.from(rows, ({ start }) => start),
    value: Float64Array.from(rows, ({ mw }) => mw),
    availableAt: Float64Array.from(rows, ({ availableAt }) => availableAt),
  };
}

/** What the evening's run of the second auction sees of one day. */
function seen(all: Series[], request: { from?: string; asOf?: number } = {}) {
  const inputs: SeriesByKey = groupBy(all, ({ key }) => key);
  const fundamentals = intradayFundamentals(inputs, {
    product: 'ida2',
    schedule: RUN,
    from: request.from ?? DAY,
    to: DAY,
    asOf: request.asOf ?? Number.POSITIVE_INFINITY,
  });
  const ofLastDay = (columns: { name: string; values: Float64Array }[]) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values.at(-1)]));
  return {
    ...fundamentals,
    forecast: ofLastDay(fundamentals.exogenous),
    change: ofLastDay(fundamentals.changes),
    error: ofLastDay(fundamentals.daily),
  };
}

const WIND = series('wind.forecast', [[DAY, 5_000, instantOf(FIRST, '10:00')]]);
const RENEWED = series('wind.forecast.intraday', [
  [DAY, 5_300, instantOf(FIRST, '13:00')],
  [DAY, 5_800, instantOf(FIRST, '20:00')],
  [DAY, 7_000, instantOf(DAY, '08:00')],
]);

test('the change is counted from what was known when the auction before was bid for', () => {
  const { forecast, change, unpublished } = seen([WIND, RENEWED]);
  assert.deepEqual([forecast.wind, change.wind], [5_800, 500]);
  assert.deepEqual(unpublished, ['load', 'solar']);
  const atFirst = seen([WIND, series('wind.forecast.intraday', [[DAY, 5_800, instantOf(FIRST, '20:00')]])]);
  assert.equal(
    atFirst.change.wind,
    800,
    'from the forecast of the day before where nothing was renewed by then',
  );
});

test('the change of a forecast that was not renewed is unknown, not zero', () => {
  const { forecast, change } = seen([
    WIND,
    series('wind.forecast.intraday', [[DAY, 5_300, instantOf(FIRST, '13:00')]]),
  ]);
  assert.deepEqual([forecast.wind, change.wind], [5_300, Number.NaN]);
  assert.equal(seen([WIND]).change.wind, Number.NaN);
});

test('every day is seen as its own run saw it, and none later than asked', () => {
  const past = series('wind.forecast.intraday', [
    [FIRST, 4_000, instantOf('2026-03-15', '14:00')],
    [FIRST, 4_100, instantOf('2026-03-15', '20:00')],
    [FIRST, 9_999, instantOf('2026-03-15', '21:00')],
  ]);
  const { exogenous, changes } = seen([WIND, past], { from: FIRST });
  assert.deepEqual([exogenous[1].values[0], changes[1].values[0]], [4_100, 100]);
  const early = seen([WIND, RENEWED], { asOf: instantOf(FIRST, '14:00') });
  assert.deepEqual([early.forecast.wind, early.change.wind], [5_300, Number.NaN]);
});

test('the service’s own forecasts replace what no source publishes, and give the change that no source gives', () => {
  const own = series('wind.model', [
    [DAY, 4_000, instantOf(FIRST, '11:45')],
    [DAY, 4_400, instantOf(FIRST, '13:15')],
    [DAY, 4_100, instantOf(FIRST, '20:15')],
  ]);
  const alone = seen([own]);
  assert.deepEqual([alone.forecast.wind, alone.change.wind], [4_100, -300]);
  assert.deepEqual(alone.unpublished, ['load', 'wind', 'solar']);
  const beside = seen([WIND, own]);
  assert.deepEqual([beside.forecast.wind, beside.change.wind], [5_000, -300]);
  assert.deepEqual([seen([WIND, RENEWED, own]).change.wind], [500]);
});

test('the recent error is that of the forecast of the day before, over the last six measured hours', () => {
  const measured = series('wind.actual', [[FIRST, 4_700, 0]]);
  measured.start.forEach((start, i) => {
    measured.availableAt[i] = start + 2 * HOUR_MS;
    measured.value[i] += i;
  });
  const forecast = series('wind.forecast', [[FIRST, 5_000, instantOf('2026-03-15', '10:00')]]);
  const renewed = series('wind.forecast.intraday', [[FIRST, 4_700, instantOf(FIRST, '08:00')]]);
  // At 20:30 the hour from 18:00 is the last one that is public.
  const mean = (13 + 14 + 15 + 16 + 17 + 18) / 6 - 300;
  const { error } = seen([measured, forecast, renewed]);
  assert.ok(
    Math.abs((error['recent error of wind'] ?? Number.NaN) - mean) < 1e-9,
    String(error['recent error of wind']),
  );
});

test('gas is what had settled by the run of each day, and a week before it', () => {
  const settled = [-10, -8, -1, 0].map((day) => addDays(FIRST, day));
  const gas: Series = {
    key: 'gas.price',
    unit: 'EUR/MWh',
    resolution: 'P1D',
    start: Float64Array.from(settled, dayStart),
    value: Float64Array.of(30, 31, 33, 34),
    availableAt: Float64Array.from(settled, (day) => dayStart(addDays(day, 1))),
  };
  const request = { from: FIRST };
  assert.deepEqual([...seen([gas], request).gas], [31, 33]);
  assert.deepEqual([...seen([gas], request).gasAWeekAgo], [30, 31]);
  assert.deepEqual([...seen([gas], { ...request, asOf: dayStart(FIRST) - HOUR_MS }).gas], [31, 31]);
  assert.deepEqual([...seen([WIND], request).gas], [Number.NaN, Number.NaN]);
});
