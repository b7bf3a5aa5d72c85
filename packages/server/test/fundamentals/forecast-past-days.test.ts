import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, dayRange, dayStart, deliveryDayOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { simulateMarket, simulateOutlooks } from '@lonja/forecasting/simulator';
import { forecastFundamentals } from '../../src/forecasts/fundamentals/forecast-fundamentals.ts';
import { forecastPastDays } from '../../src/forecasts/fundamentals/forecast-past-days.ts';
import type { Db } from '../../src/ground/database/database.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { createTestDatabase } from '../database.ts';
import { createTestContext } from '../test-context.ts';

/** What a service without tokens knows: load by the hour, wind and sun by whole days, and the weather as it was forecast. */

const NOON = '2026-03-28T10:45:00Z';
const TODAY = '2026-03-28';
const TOMORROW = addDays(TODAY, 1);
const FROM = addDays(TODAY, -9);
const WEATHER = ['temperature.forecast', 'windspeed.forecast', 'irradiance.forecast'];
const SPAN = { seed: 7, from: addDays(TODAY, -160), to: addDays(TODAY, 2) };
const market = [...simulateMarket(SPAN).series, ...simulateOutlooks(SPAN)];
const database = await createTestDatabase();
after(() => database.drop());

function seriesOf(key: string): Series {
  const series = market.find((one) => one.key === key);
  assert.ok(series, key);
  return series;
}

/** Measurements of days before today; from `changedFrom` on they are halved. */
async function fill(db: Db, changedFrom = '9999') {
  const measured = (key: string): [number, number][] => {
    const { start, value } = seriesOf(key);
    const rows = Array.from(start, (instant, i): [number, number] => [
      instant,
      (deliveryDayOf(instant) >= changedFrom ? 0.5 : 1) * value[i],
    ]);
    return rows.filter(([instant]) => deliveryDayOf(instant) < TODAY);
  };
  await store(db, { source: 'redata', series: 'load.actual', resolution: 'PT1H' }, measured('load.actual'));
  for (const quantity of ['wind', 'solar']) {
    const energies = new Map<number, number>();
    for (const [start, mw] of measured(`${quantity}.actual`)) {
      const day = dayStart(deliveryDayOf(start));
      energies.set(day, (energies.get(day) ?? 0) + mw);
    }
    const feed = { source: 'redata', series: `${quantity}.energy`, resolution: 'P1D' as const };
    await store(db, feed, [...energies]);
  }
  for (const key of WEATHER)
    await store(db, { source: 'open-meteo', series: key, resolution: 'PT1H' }, newestOf(key));
}

function newestOf(key: string): [number, number][] {
  const newest = new Map<number, number>();
  for (const series of market.filter((one) => one.key === key))
    series.start.forEach((start, i) => newest.set(start, series.value[i]));
  return [...newest].sort(([a], [b]) => a - b);
}

async function store(
  db: Db,
  feed: { source: string; series: string; resolution: Series['resolution'] },
  rows: [number, number][],
  availableAt: (start: number) => number = () => Date.parse(NOON) - 1,
) {
  await appendObservations(
    db,
    { ...feed, unit: 'MW' },
    {
      start: Float64Array.from(rows, ([start]) => start),
      value: Float64Array.from(rows, ([, value]) => value),
      availableAt: Float64Array.from(rows, ([start]) => availableAt(start)),
    },
  );
}

async function dayAheadOf(db: Db, quantity: string): Promise<Map<string, number[]>> {
  const key = `${quantity}.dayahead.model`;
  const window = { from: dayStart(SPAN.from), to: dayStart(addDays(TODAY, 3)), asOf: Date.parse(NOON) };
  const found = (await readSeries(db, { keys: [key], dataOrigin: 'market', ...window })).get(key) ?? [];
  const rows = found.flatMap(({ start, value }) =>
    Array.from(start, (instant, i) => ({ day: deliveryDayOf(instant), mw: value[i] })),
  );
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return new Map([...byDay].map(([day, ofDay]) => [day, ofDay.map(({ mw }) => mw)]));
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const pastDays = (db: Db, signal?: AbortSignal) =>
  forecastPastDays(createTestContext(db, NOON), { dataOrigin: 'market', from: FROM }, signal);

test('wind and sun are learnt from the energies of days, and every day up to tomorrow is forecast once', async () => {
  const { db } = database;
  await fill(db);
  const days = dayRange(FROM, TOMORROW);
  assert.equal(await pastDays(db), 3 * days.length);
  for (const quantity of ['load', 'wind', 'solar'])
    assert.deepEqual([...(await dayAheadOf(db, quantity)).keys()], days, quantity);
  const wind = await dayAheadOf(db, 'wind');
  const { start, value } = seriesOf('wind.actual');
  const actualOf = (day: string) => mean([...value].filter((_, i) => deliveryDayOf(start[i]) === day));
  const past = days.slice(0, -2);
  const error = mean(past.map((day) => Math.abs(mean(wind.get(day) ?? []) - actualOf(day))));
  const persistence = mean(past.map((day) => Math.abs(actualOf(addDays(day, -2)) - actualOf(day))));
  assert.ok(error < 0.7 * persistence, `${error} MW, persistence ${persistence} MW`);
  const [sun] = (await dayAheadOf(db, 'solar')).values();
  assert.ok(sun[2] < 0.02 * Math.max(...sun));
  assert.equal(await pastDays(db), 0);
});

test('own forecasts of days to come know the wind and the sun, too', async () => {
  const { db } = database;
  await forecastFundamentals(createTestContext(db, NOON), 'market');
  const window = { from: dayStart(TODAY), to: dayStart(addDays(TODAY, 2)), asOf: Date.parse(NOON) };
  const keys = ['load.model', 'wind.model', 'solar.model'];
  const series = await readSeries(db, { keys, dataOrigin: 'market', ...window });
  for (const key of keys) assert.ok((series.get(key)?.[0]?.value.length ?? 0) >= 23, key);
});

test('a past day is forecast from the days before the one before it alone', async () => {
  const other = await createTestDatabase();
  try {
    const day = addDays(TODAY, -4);
    await fill(other.db, addDays(day, -1));
    await pastDays(other.db);
    for (const quantity of ['load', 'wind', 'solar']) {
      const [first, second] = [await dayAheadOf(database.db, quantity), await dayAheadOf(other.db, quantity)];
      assert.deepEqual(second.get(day), first.get(day), quantity);
      assert.notDeepEqual(second.get(addDays(day, 1)), first.get(addDays(day, 1)), quantity);
    }
  } finally {
    await other.drop();
  }
});

test('what the operator publishes is not forecast once more, and a stop begins nothing', async () => {
  const other = await createTestDatabase();
  try {
    await fill(other.db);
    await store(
      other.db,
      { source: 'esios', series: 'wind.forecast', resolution: 'PT1H' },
      newestOf('wind.forecast'),
    );
    await assert.rejects(pastDays(other.db, AbortSignal.abort(new Error('stopped'))), /stopped/);
    assert.equal(await pastDays(other.db), 2 * dayRange(FROM, TOMORROW).length);
    assert.deepEqual([...(await dayAheadOf(other.db, 'wind')).keys()], []);
  } finally {
    await other.drop();
  }
});

test('wind that is published on the evening before is forecast still, from what had come out of the day before', async () => {
  const { start, value } = seriesOf('wind.actual');
  const hours = Array.from(start, (instant, i): [number, number] => [instant, value[i]]);
  const windOf = async (hourOfPublication?: number) => {
    const { db, drop } = await createTestDatabase();
    try {
      await fill(db);
      const source = { source: 'energy-charts', resolution: 'PT1H' as const };
      const measured = hours.filter(([instant]) => deliveryDayOf(instant) < TODAY);
      await store(db, { ...source, series: 'wind.actual' }, measured);
      if (hourOfPublication !== undefined)
        await store(
          db,
          { ...source, series: 'wind.forecast' },
          hours,
          (instant) => dayStart(deliveryDayOf(instant)) + hourOfPublication * 3_600_000,
        );
      assert.equal(await pastDays(db), 3 * dayRange(FROM, TOMORROW).length);
      return await dayAheadOf(db, 'wind');
    } finally {
      await drop();
    }
  };
  const plain = await windOf();
  const informed = await windOf(-6);
  // An hour after the noon at which the day after is forecast.
  const uninformed = await windOf(13);
  const past = dayRange(FROM, addDays(TODAY, -1));
  const errorOf = (forecasts: Map<string, number[]>) =>
    mean(
      past.flatMap((day) => {
        const actual = [...value].filter((_, i) => deliveryDayOf(start[i]) === day);
        return (forecasts.get(day) ?? []).map((mw, slot) => Math.abs(mw - actual[slot]));
      }),
    );
  assert.ok(
    errorOf(informed) < 0.95 * errorOf(plain),
    `${errorOf(informed)} MW, without ${errorOf(plain)} MW`,
  );
  for (const day of past) assert.deepEqual(uninformed.get(day), plain.get(day), day);
});
