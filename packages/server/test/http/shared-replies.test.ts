import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ForecastRunRecord } from '../../src/forecasts/runs/forecasts-record.ts';
import { PricePage } from '../../src/market/prices/record.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const LATEST = '/forecasts/latest?market_id=es&product=da';
const PRICES = '/market/prices?date_from=2026-03-30&date_to=2026-03-31';
let key = '';

before(async () => {
  key = await api.createKey();
  await publishTestRun(api.db, { issuedAt: '2026-03-30T04:05:00Z', firstDay: '2026-03-31' });
  await storeTestPrices(api.db, { day: '2026-03-30', availableAt: '2026-03-29T11:00:00Z' });
});

async function versionNow(): Promise<number> {
  const row = await api.db.selectFrom('data_version').select('version').executeTakeFirstOrThrow();
  return Number(row.version);
}

test('a reply is kept until the data change, whatever else happens to the tables', async () => {
  const first = await api.get(PRICES, key);
  await sql`alter table observation disable trigger note_change; delete from observation`.execute(api.db);
  const kept = await api.get(PRICES, key);
  assert.deepEqual([kept.text, kept.headers['etag']], [first.text, first.headers['etag']]);
  assert.equal(kept.headers['content-type'], first.headers['content-type']);
  assert.equal(kept.headers['cache-control'], 'private, no-cache');
  assert.notEqual(kept.headers['x-ratelimit-remaining'], first.headers['x-ratelimit-remaining']);
  await sql`alter table observation enable trigger note_change`.execute(api.db);
  await storeTestPrices(api.db, { day: '2026-03-30', level: 5, availableAt: '2026-03-29T11:00:00Z' });
  assert.equal(PricePage.parse((await api.get(PRICES, key)).body).items[0].price, 5);
});

test('a run or price that is committed is in the very next answer of every process', async () => {
  const other = await api.addProcess();
  const headers = { authorization: `Bearer ${key}` };
  const read = async () => {
    const answers = await Promise.all(
      [api.app, other].map((app) => app.inject({ url: `/api/v1${LATEST}`, headers })),
    );
    return answers.map((answer) => ForecastRunRecord.parse(answer.json()).forecast_id);
  };
  for (let i = 0; i < 20; i++) {
    const run = await publishTestRun(api.db, {
      issuedAt: new Date(Date.parse('2026-03-30T05:00:00Z') + i * 60_000).toISOString(),
      firstDay: '2026-03-31',
    });
    assert.deepEqual(await read(), [run, run]);
  }
});

test('what a transaction has not committed yet changes nothing', async () => {
  const before = await versionNow();
  await api.db.transaction().execute(async (tx) => {
    await storeTestPrices(tx, { day: '2026-03-29', availableAt: '2026-03-28T11:00:00Z' });
    assert.equal(await versionNow(), before);
  });
  assert.equal(await versionNow(), before + 1);
  await storeTestPrices(api.db, { day: '2026-03-29', availableAt: '2026-03-28T11:00:00Z' });
  assert.equal(await versionNow(), before + 1, 'the same prices once more are no change');
  await saveDataOrigin(api.db, 'market');
  await saveDataOrigin(api.db, 'market');
  assert.equal(await versionNow(), before + 2);
});

test('a price that was stored ahead of its publication appears when the clock reaches it', async () => {
  await storeTestPrices(api.db, { day: '2026-03-31', level: 70, availableAt: '2026-03-30T11:00:00Z' });
  const totalAt = async (instant: string) => {
    api.clock.set(Date.parse(instant));
    return PricePage.parse((await api.get(PRICES, key)).body).total;
  };
  assert.equal(await totalAt('2026-03-30T10:59:59.999Z'), 24);
  assert.equal(await totalAt('2026-03-30T10:59:59.999Z'), 24);
  assert.equal(await totalAt('2026-03-30T11:00:00Z'), 48);
  assert.equal(await totalAt('2026-03-30T10:59:59.999Z'), 24);
});

test('the hours of an intraday page go as their delivery begins', async () => {
  await publishTestRun(api.db, {
    product: 'ida2',
    issuedAt: '2026-03-29T20:00:00Z',
    firstDay: '2026-03-30',
    days: 1,
  });
  const hoursAt = async (instant: string) => {
    api.clock.set(Date.parse(instant));
    const answer = await api.get('/forecasts/intraday/2?date=2026-03-30&format=csv', key);
    return answer.text.split('\r\n').length - 2;
  };
  assert.equal(await hoursAt('2026-03-30T10:59:59Z'), 11);
  assert.equal(await hoursAt('2026-03-30T10:59:59Z'), 11);
  assert.equal(await hoursAt('2026-03-30T11:00:00Z'), 10);
});

test('the subscription and the scope are checked for a reply in memory as for any other', async () => {
  assert.equal((await api.get(LATEST, key)).status, 200);
  for (const options of [{ products: ['es-ida1'] }, { scopes: ['market:read' as const] }]) {
    const answer = await api.get(LATEST, await api.createKey(options));
    assert.deepEqual(errorOf(answer), [403, 'insufficient_scope']);
  }
});

test('CSV that was asked for by Accept is kept apart from JSON', async () => {
  const types: string[] = [];
  for (const accept of ['text/csv', 'application/json', 'text/csv', '*/*']) {
    types.push((await api.get(PRICES, key, { accept })).headers['content-type'].split(';')[0]);
  }
  assert.deepEqual(types, ['text/csv', 'application/json', 'text/csv', 'application/json']);
  const totals = await Promise.all([1, 2].map(() => api.get(`${PRICES}&format=csv&page_size=1`, key)));
  for (const { headers } of totals) assert.equal(headers['x-total-count'], '48');
});

test('writers of different series and runs at the same time neither wait in a circle nor lose a change', async () => {
  const before = await versionNow();
  const writes = Array.from({ length: 24 }, (_, i) =>
    api.db.transaction().execute(async (tx) => {
      const day = `2026-02-${String((i % 6) + 1).padStart(2, '0')}`;
      await storeTestPrices(tx, { day, availableAt: '2026-02-01T11:00:00Z', source: `source-${i}` });
      await saveDataOrigin(tx, i % 2 === 0 ? 'market' : 'simulator');
    }),
  );
  await Promise.all(writes);
  assert.ok((await versionNow()) >= before + 24);
  const left = await sql`select 1 from data_change`.execute(api.db);
  assert.equal(left.rows.length, 0);
});
