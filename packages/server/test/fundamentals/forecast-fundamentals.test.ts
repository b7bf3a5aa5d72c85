import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, DAY_MS, dayStart, deliveryDayOf } from '@lonja/forecasting/market';
import type { PowerPanel } from '@lonja/forecasting/power';
import { simulateMarket, simulateOutlooks } from '@lonja/forecasting/simulator';
import type { PowerTask } from '@lonja/forecasting/workers';
import {
  computeFundamentals,
  forecastFundamentals,
} from '../../src/forecasts/fundamentals/forecast-fundamentals.ts';
import { getFundamentals } from '../../src/forecasts/fundamentals/get-fundamentals.ts';
import { findDueModelIssue } from '../../src/forecasts/fundamentals/model-schedule.ts';
import { scoreFundamentals } from '../../src/forecasts/statistics/fundamentals-accuracy.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { createTestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestContext } from '../test-context.ts';

const NOON = '2026-03-28T10:25:00Z';
const TODAY = '2026-03-28';
const HISTORY_DAYS = 170;

const database = await createTestDatabase();
after(() => database.drop());
const { db } = database;
const clock = createTestClock(NOON);
const context = { ...createTestContext(db, NOON), clock, dataOrigin: async () => 'simulator' as const };

before(async () => {
  const span = { seed: 7, from: addDays(TODAY, -HISTORY_DAYS), to: addDays(TODAY, 9) };
  const { series } = simulateMarket(span);
  const wanted = series.filter(({ key }) => !key.startsWith('price'));
  for (const { key, unit, resolution, ...rows } of [...simulateOutlooks(span), ...wanted])
    await appendObservations(db, { series: key, source: 'simulator', resolution, unit }, rows);
});

async function modelOf(key: string, asOf: number) {
  const window = { from: dayStart(TODAY), to: dayStart(addDays(TODAY, 9)), asOf };
  const series = await readSeries(db, { keys: [key], dataOrigin: 'simulator', ...window });
  return series.get(key) ?? [];
}

test('own forecasts reach seven days, are kept with every revision, and are due once for each issue', async () => {
  const due = await findDueModelIssue(db, { dataOrigin: 'simulator', now: clock.now() });
  assert.equal(due, Date.parse(NOON));
  assert.deepEqual(await forecastFundamentals(context, 'simulator'), { degraded: [] });
  assert.equal(await findDueModelIssue(db, { dataOrigin: 'simulator', now: clock.now() }), undefined);
  const [load] = await modelOf('load.model', clock.now());
  assert.equal(load.start[0], Date.parse('2026-03-28T11:00:00Z'));
  // 12 hours of today are to come, tomorrow has 23.
  assert.equal(load.start.length, 12 + 23 + 6 * 24);
  const first = [...load.value];
  clock.advance(DAY_MS);
  await forecastFundamentals(context, 'simulator');
  const [before] = await modelOf('load.model', clock.now() - DAY_MS);
  assert.deepEqual([...before.value], first);
  const [later] = await modelOf('load.model', clock.now());
  assert.ok(later.start.length > first.length + 24);
});

test('a future day is served from the models where no source has published it, and closes its balance', async () => {
  const day = addDays(deliveryDayOf(clock.now()), 3);
  const { hours, degraded, simulated } = await getFundamentals(context, { day, hour: undefined });
  assert.deepEqual([hours.length, degraded, simulated], [24, [], true]);
  for (const { values, estimated } of hours) {
    assert.equal(estimated.length, 8);
    const { load, wind, solar, hydro, nuclear, thermal, other, netImport } = values;
    const supply = [wind, solar, hydro, nuclear, thermal, other, netImport].reduce<number>(
      (sum, v) => sum + (v ?? NaN),
      0,
    );
    assert.ok((thermal ?? -1) >= 0 && supply >= load - 1e-6);
  }
  const tomorrow = await getFundamentals(context, { day: addDays(deliveryDayOf(clock.now()), 1), hour: 12 });
  assert.ok(!tomorrow.hours[0].estimated.includes('load'));
});

test('nothing that comes after the issue changes it', async () => {
  const [before] = await modelOf('wind.model', clock.now());
  const start = Float64Array.from(before.start.slice(-48));
  for (const key of ['wind.actual', 'windspeed.forecast'])
    await appendObservations(
      db,
      { series: key, source: 'simulator', resolution: 'PT1H', unit: key === 'wind.actual' ? 'MW' : 'm/s' },
      {
        start,
        value: new Float64Array(start.length).fill(1),
        availableAt: new Float64Array(start.length).fill(clock.now() + 1),
      },
    );
  await forecastFundamentals(context, 'simulator');
  const [after] = await modelOf('wind.model', clock.now());
  assert.deepEqual(after, before);
});

test('what the models learn from is the same all week, whatever was measured or corrected since', async () => {
  const learntAt = async (now: string) => {
    const learnt = new Map<string, unknown>();
    const forecastPower: typeof context.forecastPower = async (tasks) => {
      for (const { quantity, learnFrom } of tasks) learnt.set(quantity, learnFrom);
      return tasks.map(() => ({ insufficientHistory: 'not asked for' }));
    };
    await computeFundamentals({ db, forecastPower }, { dataOrigin: 'simulator', now: Date.parse(now) });
    return learnt;
  };
  // Weeks begin with the Thursday; the last Sunday of March has 23 hours.
  const thursday = await learntAt('2026-03-26T10:25:00Z');
  assert.equal(thursday.size, 7);
  assert.deepEqual(await learntAt('2026-03-28T10:25:00Z'), thursday);
  assert.deepEqual(await learntAt('2026-03-30T09:25:00Z'), thursday);
  assert.notDeepEqual(await learntAt('2026-03-28T04:45:00Z'), thursday);
  assert.notDeepEqual(await learntAt('2026-04-02T09:25:00Z'), thursday);
});

test('what the operator has published of today and tomorrow counts as the newest that is known', async () => {
  const asked = new Map<string, PowerTask>();
  const forecastPower: typeof context.forecastPower = async (tasks) => {
    for (const task of tasks) asked.set(task.quantity, task);
    return tasks.map(() => ({ insufficientHistory: 'not asked for' }));
  };
  await computeFundamentals({ db, forecastPower }, { dataOrigin: 'simulator', now: Date.parse(NOON) });
  const lastOf = ({ days, measured }: PowerPanel) => {
    const last = measured.findLastIndex((value) => !Number.isNaN(value));
    return `${days[Math.floor(last / 24)]} ${last % 24}`;
  };
  const ends = (quantity: string) => {
    const task = asked.get(quantity);
    return task === undefined ? [] : [lastOf(task.panel), lastOf(task.learnFrom)];
  };
  for (const quantity of ['load', 'wind', 'solar'])
    assert.deepEqual(ends(quantity), ['2026-03-29 23', '2026-03-25 23'], quantity);
  assert.deepEqual(ends('hydro'), ['2026-03-28 9', '2026-03-26 9']);
});

test('errors are reported by quantity and days ahead, once there are measurements', async () => {
  const measured = addDays(TODAY, 2);
  clock.set(dayStart(addDays(TODAY, 4)));
  const { scores } = await scoreFundamentals(context, { from: measured, to: measured });
  const load = scores.filter(({ quantity }) => quantity === 'load');
  assert.deepEqual(
    load.map(({ leadDay, count }) => [leadDay, count]),
    [
      [1, 24],
      [2, 24],
    ],
  );
  for (const { mae, rmse, naiveMae } of load) assert.ok(mae > 0 && rmse >= mae && (naiveMae ?? 0) > 0);
  assert.equal(new Set(scores.map(({ quantity }) => quantity)).size, 8);
});

test('without weather the forecast goes out and says what it lacks', async () => {
  const blind = await createTestDatabase();
  try {
    const span = { seed: 7, from: addDays(TODAY, -100), to: TODAY };
    for (const { key, unit, resolution, ...rows } of simulateMarket(span).series) {
      if (!key.endsWith('.actual') && key !== 'windspeed.forecast') continue;
      await appendObservations(blind.db, { series: key, source: 'simulator', resolution, unit }, rows);
    }
    clock.set(Date.parse(NOON));
    const own = { ...context, db: blind.db };
    const { degraded } = await forecastFundamentals(own, 'simulator');
    assert.ok(
      degraded.some((reason) => /wind of 2026-03-29.* without weather data/.test(reason)),
      degraded.join('; '),
    );
    const day = await getFundamentals(own, { day: addDays(TODAY, 1), hour: undefined });
    assert.deepEqual(day.degraded, ['load, wind, solar are forecast without weather data']);
    assert.deepEqual(
      day.degradedReasons,
      ['load', 'wind', 'solar'].map((input) => ({ code: 'no_weather', input, day: addDays(TODAY, 1) })),
    );
    assert.ok(day.hours.every(({ values }) => Number.isFinite(values.wind) && values.load > 10_000));
  } finally {
    await blind.drop();
  }
});
