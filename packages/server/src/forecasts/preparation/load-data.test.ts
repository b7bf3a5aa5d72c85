import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { deliveryPeriods, localHourOf } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { omieText } from '../../../test/omie-text.ts';
import { createTestContext, testSources } from '../../../test/test-context.ts';
import { findDataOrigin, saveDataOrigin } from '../../ground/database/service-state.ts';
import { followSources } from '../../market/ingest/follow-sources.ts';
import { loadData, missingDays } from './load-data.ts';

const NOW = '2026-03-29T11:30:00Z';

let database: TestDatabase;
beforeEach(async () => (database = await createTestDatabase()));
afterEach(() => database.drop());

/** OMIE with a file of quarter-hourly prices for every day but those in `replies`, which answer as given. */
function omie(replies: Record<string, () => Response> = {}) {
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request) => {
    const name =
      new URL(request instanceof Request ? request.url : request).searchParams.get('filename') ?? '';
    const day = name.replace(/^marginalpdbc_(\d{4})(\d{2})(\d{2})\.\d$/, '$1-$2-$3');
    asked.push(name);
    if (replies[day] !== undefined) return replies[day]();
    if (day === name || !name.endsWith('.1')) return new Response('not found', { status: 404 });
    const prices = deliveryPeriods(day, 'PT15M').map(
      ({ start }) => localHourOf(start) + Number(day.slice(8)),
    );
    return new Response(omieText(day, prices));
  };
  return { asked, fetch };
}

test('where OMIE answers its prices are loaded, of tomorrow too once they are published, and the market is served', async () => {
  const { fetch } = omie();
  const context = { ...createTestContext(database.db, NOW), liveSources: testSources(fetch) };
  assert.equal(await loadData(context, { daysBack: 10 }), 'market');
  assert.deepEqual(
    await missingDays(database.db, {
      series: 'price.da',
      source: 'omie',
      from: '2026-03-19',
      to: '2026-03-30',
    }),
    [],
  );
  assert.deepEqual(
    await missingDays(database.db, {
      series: 'price.da',
      source: 'omie',
      from: '2026-03-31',
      to: '2026-03-31',
    }),
    ['2026-03-31'],
  );
  assert.equal(await findDataOrigin(database.db), 'market');
});

test('a damaged or missing day is left for later and stops none of the others', async () => {
  const damaged = () => new Response('MARGINALPDBC;\r\n2026;3;22;1;x;');
  const missing = () => new Response('<html></html>', { status: 404 });
  const first = omie({
    '2026-03-22': damaged,
    '2026-03-24': missing,
    '2026-03-25': () => new Response('', { status: 503 }),
  });
  await loadData(
    { ...createTestContext(database.db, NOW), liveSources: testSources(first.fetch) },
    { daysBack: 10 },
  );
  const span = { from: '2026-03-19', to: '2026-03-30' };
  assert.deepEqual(await missingDays(database.db, { series: 'price.da', source: 'omie', ...span }), [
    '2026-03-22',
    '2026-03-24',
    '2026-03-25',
  ]);
  const second = omie();
  const later = {
    ...createTestContext(database.db, '2026-03-30T14:00:00Z'),
    liveSources: testSources(second.fetch),
  };
  await loadData(later, { daysBack: 10 });
  assert.deepEqual(
    second.asked.filter((name) => name !== ''),
    ['marginalpdbc_20260331.1'],
    'what has been asked for is left to the ledger',
  );
  await followSources({ ...later, sources: ['omie'] });
  assert.deepEqual(await missingDays(database.db, { series: 'price.da', source: 'omie', ...span }), []);
});

test('without a network the simulator is loaded, and market data that reach the clock take its place', async () => {
  const offline = createTestContext(database.db, NOW);
  assert.equal(await loadData(offline, { daysBack: 10 }), 'simulator');
  assert.deepEqual(
    await missingDays(database.db, {
      series: 'price.da',
      source: 'simulator',
      from: '2026-03-19',
      to: '2026-04-01',
    }),
    [],
  );
  assert.equal(
    await loadData({ ...offline, liveSources: testSources(omie().fetch) }, { daysBack: 10 }),
    'market',
  );
  assert.equal(await loadData({ ...offline, sources: ['simulator'] }, { daysBack: 10 }), 'simulator');
});

test('what the simulated operator said through the day is made up for where a store of before lacks it', async () => {
  const offline = createTestContext(database.db, NOW);
  const lacking = () =>
    missingDays(database.db, {
      series: 'load.forecast.intraday',
      source: 'simulator',
      from: '2026-03-19',
      to: '2026-04-01',
    });
  await loadData(offline, { daysBack: 10 });
  assert.deepEqual(await lacking(), []);
  const intraday = sql`select id from feed where series like '%.intraday'`;
  await sql`delete from observation where feed_id in (${intraday})`.execute(database.db);
  assert.equal((await lacking()).length, 14);
  await loadData(offline, { daysBack: 10 });
  assert.deepEqual(await lacking(), []);
});

test('however long its sources are silent, an installation with market data never becomes a simulation', async () => {
  await loadData(
    { ...createTestContext(database.db, NOW), liveSources: testSources(omie().fetch) },
    { daysBack: 10 },
  );
  assert.equal(
    await loadData(createTestContext(database.db, '2026-04-12T10:00:00Z'), { daysBack: 10 }),
    'market',
  );
  const later = createTestContext(database.db, '2026-10-20T10:00:00Z');
  assert.equal(await loadData(later, { daysBack: 10 }), 'market');
  await database.db.deleteFrom('service_state').execute();
  assert.equal(await loadData(later, { daysBack: 10 }), 'market', 'imported before the first start');
  assert.equal(await loadData({ ...later, sources: ['omie'] }, { daysBack: 10 }), 'market');
});

test('old prices that are imported into a simulation leave it one until they reach the clock', async () => {
  const offline = createTestContext(database.db, NOW);
  await loadData(offline, { daysBack: 10 });
  const earlier = { ...createTestContext(database.db, '2025-12-01T12:00:00Z'), sources: ['omie' as const] };
  await loadData({ ...earlier, liveSources: testSources(omie().fetch) }, { daysBack: 10 });
  await saveDataOrigin(database.db, 'simulator');
  assert.equal(await loadData(offline, { daysBack: 10 }), 'simulator');
});

test('without the simulator and without prices the service says what to do', async () => {
  const context = { ...createTestContext(database.db, NOW), sources: ['omie' as const] };
  await assert.rejects(loadData(context, { daysBack: 10 }), /has no prices before the clock; import some/);
});
