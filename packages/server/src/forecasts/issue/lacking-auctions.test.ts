import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, dayRange, deliveryPeriods, instantFor } from '@lonja/forecasting/market';
import { createTestDatabase } from '../../../test/database.ts';
import { appendObservations } from '../../market/observations/observations.ts';
import { leadingSourceReasons } from './lacking-auctions.ts';

const DAY = '2026-08-30';
const database = await createTestDatabase();
after(() => database.drop());

async function store(source: string, series: string, days: string[]) {
  for (const day of days) {
    const start = Float64Array.from(deliveryPeriods(day, 'PT1H'), (period) => period.start);
    const known = instantFor(day, { dayOffset: -1, time: '10:00' });
    await appendObservations(
      database.db,
      { source, series, resolution: 'PT1H', unit: 'MW' },
      { start, value: start.map(() => 20_000), availableAt: start.map(() => known) },
    );
  }
}

test('a run says of which inputs Energy-Charts stands in for a source that leads and has failed', async () => {
  const before = dayRange(addDays(DAY, -5), addDays(DAY, -1));
  await store('entsoe', 'load.forecast', before);
  await store('esios', 'wind.forecast', [...before, DAY]);
  for (const series of ['load.forecast', 'wind.forecast', 'solar.forecast'])
    await store('energy-charts', series, [...before, DAY]);
  const published = ['load.forecast', 'wind.forecast', 'solar.forecast'];
  const request = { published, dataOrigin: 'market' as const, asOf: Date.parse('2026-08-29T10:05:00Z') };
  // Nobody leads in solar.forecast, so nobody has failed.
  assert.deepEqual(await leadingSourceReasons(database.db, { ...request, day: DAY }), [
    { code: 'input_late', input: 'load.forecast', day: DAY, standIn: 'Energy-Charts' },
  ]);
  assert.deepEqual(await leadingSourceReasons(database.db, { ...request, day: addDays(DAY, -1) }), []);
});
