import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { storeTestPrices } from '../http/market-fixture.ts';
import { createTestContext } from '../test-context.ts';
import { listFeedEnds } from '../../src/market/observations/feeds.ts';
import { findDataOrigin, saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { loadDataToPublish } from '../../src/forecasts/preparation/load-data.ts';

const NOW = '2026-03-30T10:05:00Z';
/** Long after the newest price. */
const LATER = '2026-11-26T10:05:00Z';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function storePrices(day: string): Promise<void> {
  await storeTestPrices(database.db, { day, availableAt: `${day}T00:00:00Z` });
}

async function sourcesStored(): Promise<string[]> {
  const ends = await listFeedEnds(database.db, Number.POSITIVE_INFINITY);
  return [...new Set(ends.map(({ source }) => source))];
}

test('beside prices of the market that end before the clock nothing is simulated, and the origin stays', async () => {
  await storePrices('2026-03-30');
  await saveDataOrigin(database.db, 'market');
  await assert.rejects(loadDataToPublish(createTestContext(database.db, LATER)), {
    name: 'OperatorError',
    message: /up to the clock, 2026-11-26T10:05Z \(the newest are of 2026-03-30\).*set CLOCK_START/,
  });
  assert.equal(await findDataOrigin(database.db), 'market');
  assert.deepEqual(await sourcesStored(), ['csv']);
});

test('imported prices that no service has worked on yet count as much', async () => {
  await storePrices('2026-03-30');
  await assert.rejects(loadDataToPublish(createTestContext(database.db, LATER)), /set CLOCK_START/);
  assert.equal(await findDataOrigin(database.db), undefined);
  assert.deepEqual(await sourcesStored(), ['csv']);
});

test('SOURCES=simulator does not simulate in a database of the market, but where the service simulates already', async () => {
  await storePrices('2026-03-30');
  const context = { ...createTestContext(database.db, NOW), sources: ['simulator' as const] };
  await assert.rejects(loadDataToPublish(context), /SOURCES=simulator would put a simulated run/);
  await saveDataOrigin(database.db, 'simulator');
  assert.equal(await loadDataToPublish(context), 'simulator');
});

test('prices that reach the clock are published from, and a database without prices is simulated', async () => {
  assert.equal(await loadDataToPublish(createTestContext(database.db, NOW)), 'simulator');
  await storePrices('2026-03-30');
  assert.equal(await loadDataToPublish(createTestContext(database.db, NOW)), 'market');
});
