import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS } from '@lonja/forecasting/market';
import { hourlyValues } from '@lonja/forecasting/data';
import { createTestDatabase } from '../../../test/database.ts';
import type { Feed } from './feeds.ts';
import { appendObservations, readSeries } from './observations.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const MIDNIGHT = Date.UTC(2025, 2, 29);
const NOTHING = { inserted: 0, corrected: 0, unchanged: 0, quarantined: 0 };

function feed(series: string, source = 'csv'): Feed {
  return { series, source, resolution: 'PT1H', unit: 'EUR/MWh' };
}

function hours(values: number[], availableAt = MIDNIGHT - 11 * HOUR_MS) {
  return {
    start: Float64Array.from(values, (_, hour) => MIDNIGHT + hour * HOUR_MS),
    value: Float64Array.from(values),
    availableAt: new Float64Array(values.length).fill(availableAt),
  };
}

async function valuesOf(key: string, asOf = Infinity, dataOrigin: 'market' | 'simulator' = 'market') {
  const window = { from: MIDNIGHT - 9e9, to: MIDNIGHT + 9e9, asOf };
  const series = await readSeries(db, { keys: [key], dataOrigin, ...window });
  return [...hourlyValues(series.get(key) ?? [], window).values()];
}

test('what was appended is read back to the bit, and a second load changes nothing', async () => {
  const rows = hours([0.1 + 0.2, -1.5, 0, 4e-9]);
  assert.deepEqual(await appendObservations(db, feed('a'), rows), { ...NOTHING, inserted: 4 });
  assert.deepEqual(await appendObservations(db, feed('a'), rows), { ...NOTHING, unchanged: 4 });
  const series = await readSeries(db, {
    keys: ['a', 'unknown'],
    dataOrigin: 'market',
    from: MIDNIGHT,
    to: MIDNIGHT + 4 * HOUR_MS,
    asOf: MIDNIGHT,
  });
  assert.deepEqual(series.get('a'), [{ key: 'a', unit: 'EUR/MWh', resolution: 'PT1H', ...rows }]);
  assert.deepEqual(series.get('unknown'), []);
});

test('a correction is a further revision that a read as of an earlier instant does not see', async () => {
  await appendObservations(db, feed('b'), hours([1, 2, 3]));
  const later = MIDNIGHT + 30 * HOUR_MS;
  assert.deepEqual(await appendObservations(db, feed('b'), hours([1, 5, 3], later)), {
    ...NOTHING,
    corrected: 1,
    unchanged: 2,
  });
  assert.deepEqual(await valuesOf('b', later - 1), [1, 2, 3]);
  assert.deepEqual(await valuesOf('b', later), [1, 5, 3]);
  assert.deepEqual(await valuesOf('b', MIDNIGHT - 12 * HOUR_MS), []);
});

test('revisions are read in order of availability, whichever was loaded first; of two at once the later loaded comes last', async () => {
  const vintages = [3, 1, 4, 2, 4].map((late, value) => hours([value, 10], MIDNIGHT + late * HOUR_MS));
  for (const rows of vintages) await appendObservations(db, feed('i'), rows);
  const window = { from: MIDNIGHT, to: MIDNIGHT + HOUR_MS, asOf: Infinity };
  const [read] = (await readSeries(db, { keys: ['i'], dataOrigin: 'market', ...window })).get('i') ?? [];
  assert.deepEqual([...read.value], [1, 3, 0, 2, 4]);
  assert.deepEqual(
    [...read.availableAt],
    [1, 2, 3, 4, 4].map((late) => MIDNIGHT + late * HOUR_MS),
  );
});

test('values outside the limits of the auction are quarantined once and not served', async () => {
  const rows = hours([4000, 4000.01, -500, -500.01, Number.NaN]);
  const prices = feed('price.da.pt');
  assert.deepEqual(await appendObservations(db, prices, rows), { ...NOTHING, inserted: 2, quarantined: 3 });
  assert.deepEqual(await appendObservations(db, prices, rows), { ...NOTHING, unchanged: 2, quarantined: 3 });
  assert.deepEqual(await valuesOf('price.da.pt'), [4000, -500]);
  const quarantined = await db
    .selectFrom('quarantine')
    .select(['value', 'reason', 'reason_codes'])
    .orderBy('start_at')
    .execute();
  const outside = [{ code: 'outside', parts: { min: -500, max: 4000 } }];
  assert.deepEqual(quarantined, [
    { value: 4000.01, reason: 'outside -500 .. 4000', reason_codes: outside },
    { value: -500.01, reason: 'outside -500 .. 4000', reason_codes: outside },
    {
      value: Number.NaN,
      reason: 'not a finite number',
      reason_codes: [{ code: 'not_finite', parts: {} }],
    },
  ]);
});

test('loaders of the same rows at once neither fail nor write twice', async () => {
  const rows = hours(Array.from({ length: 2000 }, (_, hour) => Math.sin(hour)));
  const results = await Promise.all(Array.from({ length: 4 }, () => appendObservations(db, feed('c'), rows)));
  assert.equal(
    results.reduce((sum, { inserted }) => sum + inserted, 0),
    2000,
  );
  assert.equal(
    results.reduce((sum, { unchanged }) => sum + unchanged, 0),
    6000,
  );
  assert.equal((await valuesOf('c')).length, 2000);
});

test('a failed transaction of the caller leaves nothing behind', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await appendObservations(tx, feed('d'), hours([1]));
    throw new Error('stop');
  });
  await assert.rejects(failing, /stop/);
  assert.deepEqual(await valuesOf('d'), []);
});

test('OMIE goes before other sources, which fill its gaps', async () => {
  await appendObservations(db, feed('e'), hours([1, 2, 3]));
  await appendObservations(db, feed('e', 'omie'), hours([10, 20]));
  assert.deepEqual(new Set(await valuesOf('e')), new Set([10, 20, 3]));
});

test('simulated and real data never meet', async () => {
  await appendObservations(db, feed('f'), hours([1, 2]));
  await appendObservations(db, feed('f', 'simulator'), hours([8, 9, 10]));
  assert.deepEqual(await valuesOf('f', Infinity, 'market'), [1, 2]);
  assert.deepEqual(await valuesOf('f', Infinity, 'simulator'), [8, 9, 10]);
});

test('a feed keeps its unit', async () => {
  await appendObservations(db, feed('g'), hours([1]));
  await assert.rejects(
    appendObservations(db, { ...feed('g'), unit: 'MW' }, hours([1])),
    /g of csv is stored in EUR\/MWh/,
  );
});

test('rows out of order or off the grid are refused', async () => {
  const rows = hours([1, 2]);
  const reversed = { ...rows, start: rows.start.toReversed() };
  await assert.rejects(appendObservations(db, feed('h'), reversed), RangeError);
  const shifted = { ...rows, start: rows.start.map((start) => start + 60_000) };
  await assert.rejects(appendObservations(db, feed('h'), shifted), RangeError);
});
