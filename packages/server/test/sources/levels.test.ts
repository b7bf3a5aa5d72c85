import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, dayRange, dayStart, deliveryPeriods, HOUR_MS } from '@lonja/forecasting/market';
import { compareLevels } from '../../src/market/ingest/compare-levels.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { createTestDatabase } from '../database.ts';
import { createTestContext } from '../test-context.ts';

const TODAY = '2026-04-02';
/** The day of 23 hours among them. */
const DAYS = dayRange(addDays(TODAY, -14), addDays(TODAY, -1));
const BEFORE = addDays(TODAY, -20);
const NOW = `${TODAY}T10:00:00Z`;

const database = await createTestDatabase();
after(() => database.drop());

async function store(source: string, series: string, days: string[], mean: number) {
  const isDaily = series.endsWith('.energy');
  const rows = days.flatMap((day) => {
    const hours = deliveryPeriods(day, 'PT1H').map(({ start }): [number, number] => [start, mean]);
    return isDaily ? [[dayStart(day), mean * hours.length] as [number, number]] : hours;
  });
  const resolution = isDaily ? ('P1D' as const) : ('PT1H' as const);
  const start = Float64Array.from(rows, ([at]) => at);
  await appendObservations(
    database.db,
    { source, series, resolution, unit: isDaily ? 'MWh' : 'MW' },
    {
      start,
      value: Float64Array.from(rows, ([, value]) => value),
      availableAt: start.map((at) => at + HOUR_MS),
    },
  );
}

async function valueOf(series: string, day: string): Promise<number | undefined> {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf: Date.parse(NOW) };
  const found = await readSeries(database.db, { keys: [series], dataOrigin: 'market', ...window });
  return found.get(series)?.[0]?.value[5];
}

test('levels of Energy-Charts are held to those of the sources that lead: scaled, left out, or as they are', async () => {
  const all = [BEFORE, ...DAYS];
  for (const series of ['load.actual', 'wind.actual', 'solar.actual'])
    await store('energy-charts', series, all, 6390);
  for (const series of ['load.forecast', 'wind.forecast', 'solar.forecast'])
    await store('energy-charts', series, all, 6390);
  // Wind is net there and gross here, the load of another area, the sun's forecast the operator's own.
  await store('redata', 'wind.energy', DAYS, 6200);
  await store('redata', 'load.actual', DAYS, 12_000);
  await store('esios', 'solar.forecast', DAYS, 6400);
  const context = createTestContext(database.db, NOW);
  await compareLevels(context);
  const near = (value: number | undefined, wanted: number) =>
    assert.ok(value !== undefined && Math.abs(value - wanted) < 1, String(value));
  near(await valueOf('wind.actual', BEFORE), 6200);
  // A forecast that nobody else publishes is scaled as its quantity is measured.
  near(await valueOf('wind.forecast', BEFORE), 6200);
  assert.equal(await valueOf('load.actual', BEFORE), undefined);
  assert.equal(await valueOf('load.forecast', BEFORE), undefined);
  near(await valueOf('load.actual', DAYS[0]), 12_000);
  near(await valueOf('solar.forecast', BEFORE), 6390);
  near(await valueOf('solar.actual', BEFORE), 6390);
});
