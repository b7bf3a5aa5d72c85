import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PricePage } from '../../src/market/prices/record.ts';
import { noteDataChange } from '../../src/market/observations/data-version.ts';
import { recordImportedDays } from '../../src/market/imports/store-series.ts';
import { storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

let key = '';

before(async () => {
  key = await api.createKey();
  const store = (day: string, rest: object = {}) =>
    storeTestPrices(api.db, { day, availableAt: '2026-03-01T12:00:00Z', ...rest });
  await store('2025-03-30');
  await store('2025-10-26', { resolution: 'PT15M' });
  await store('2026-03-29', { level: 10.005 });
  await store('2026-03-30', { resolution: 'PT15M', source: 'omie' });
  await store('2026-03-31', { level: 70, availableAt: '2026-03-30T11:00:00Z' });
  await store('2026-03-30', { product: 'ida2', level: -5 });
  await store('2026-03-30', { source: 'simulator', level: 500 });
});

async function readPage(query: string): Promise<PricePage> {
  const answer = await api.get(`/market/prices?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return PricePage.parse(answer.body);
}

test('a record has every specified field, and an hourly price is the mean of its quarters', async () => {
  const page = await readPage('date_from=2026-03-30&date_to=2026-03-30');
  assert.deepEqual([page.total, page.page, page.page_size, page.simulated], [24, 1, 24, false]);
  assert.deepEqual(page.items[1], {
    date: '2026-03-30',
    hour: 1,
    market: 'day-ahead',
    session: null,
    price: 5.5,
    unit: 'EUR/MWh',
    start: '2026-03-30T01:00:00+02:00',
  });
});

test('a price is invisible until its publication', async () => {
  const query = 'date_from=2026-03-30&date_to=2026-03-31';
  assert.equal((await readPage(query)).total, 24);
  api.clock.set(Date.parse('2026-03-30T11:00:00Z'));
  const page = await readPage(query);
  assert.deepEqual([page.total, page.items[24].price], [48, 70]);
  api.clock.set(Date.parse('2026-03-30T10:05:00Z'));
});

test('the days of the clock change have 23 and 25 records, with two of hour 2', async () => {
  const spring = await readPage('date_from=2025-03-30&date_to=2025-03-30');
  assert.equal(spring.total, 23);
  assert.ok(spring.items.every((item) => item.hour !== 2));
  const autumn = await readPage('date_from=2025-10-26&date_to=2025-10-26&hour=2');
  assert.deepEqual(
    autumn.items.map((item) => [item.hour, item.start, item.price]),
    [
      [2, '2025-10-26T02:00:00+02:00', 9.5],
      [2, '2025-10-26T02:00:00+01:00', 13.5],
    ],
  );
});

test('quarter hours carry their minute', async () => {
  const page = await readPage('date_from=2026-03-30&date_to=2026-03-30&resolution=PT15M&hour=1');
  assert.deepEqual(
    page.items.map((item) => [item.hour, item.minute, item.start, item.price]),
    [
      [1, 0, '2026-03-30T01:00:00+02:00', 4],
      [1, 15, '2026-03-30T01:15:00+02:00', 5],
      [1, 30, '2026-03-30T01:30:00+02:00', 6],
      [1, 45, '2026-03-30T01:45:00+02:00', 7],
    ],
  );
});

test('pages are cut from all matching records in order of time', async () => {
  const query = 'date_from=2026-03-29&date_to=2026-03-30';
  const all = await readPage(query);
  assert.equal(all.total, 47);
  assert.deepEqual(
    all.items.map((item) => item.start),
    all.items.map((item) => item.start).sort(),
  );
  const second = await readPage(`${query}&page=2&page_size=20`);
  assert.deepEqual([second.total, second.page, second.page_size], [47, 2, 20]);
  assert.deepEqual(second.items, all.items.slice(20, 40));
  const last = await readPage(`${query}&page=3&page_size=20`);
  assert.deepEqual([last.total, last.page_size, last.items.length], [47, 7, 7]);
  const beyond = await readPage(`${query}&page=4&page_size=20`);
  assert.deepEqual([beyond.total, beyond.page_size], [47, 0]);
});

test('intraday auctions are markets of their own', async () => {
  const page = await readPage('market=intraday-2&date_from=2026-03-30&date_to=2026-03-30&hour=0');
  assert.deepEqual([page.items[0].market, page.items[0].session, page.items[0].price], ['intraday-2', 2, -5]);
});

test('days whose auction was published without prices are named, from then on and until they have some', async () => {
  const day = '2026-03-29';
  const expectedAt = Date.parse('2026-03-28T14:30:00Z');
  const query = `market=intraday-1&date_from=2026-03-28&date_to=${day}`;
  const read = async () => (await readPage(query)).days_without_result;
  assert.deepEqual(await read(), []);
  const line = { source: 'omie', name: 'price.ida1', day, expectedAt, nextAttemptAt: undefined };
  await api.db.transaction().execute(async (tx) => {
    await recordImportedDays(tx, [{ ...line, state: 'no_result' }], expectedAt);
    await noteDataChange(tx);
  });
  assert.deepEqual(await read(), [day], 'an answer of before is not repeated');
  api.clock.set(expectedAt - 1);
  assert.deepEqual(await read(), [], 'it was not known before');
  api.clock.set(Date.parse('2026-03-30T10:05:00Z'));
  const elsewhere = `market=intraday-2&date_from=2026-03-28&date_to=${day}`;
  assert.deepEqual((await readPage(elsewhere)).days_without_result, []);
  api.state.dataOrigin = 'simulator';
  assert.deepEqual(await read(), []);
  api.state.dataOrigin = 'market';
  await storeTestPrices(api.db, { day, product: 'ida1', availableAt: '2026-03-29T10:00:00Z' });
  assert.deepEqual(await read(), [], 'another source has its prices');
});

test('a simulated world says so in JSON and in CSV', async () => {
  api.state.dataOrigin = 'simulator';
  const query = 'date_from=2026-03-30&date_to=2026-03-30&hour=0';
  const page = await readPage(query);
  assert.deepEqual([page.simulated, page.items[0].price], [true, 500]);
  const csv = await api.get(`/market/prices?${query}&format=csv`, key);
  api.state.dataOrigin = 'market';
  assert.equal(csv.headers['x-total-count'], '1');
  assert.equal(
    csv.headers['content-disposition'],
    'inline; filename="lonja-prices-da-2026-03-30-2026-03-30.csv"',
  );
  assert.equal(
    csv.text,
    'date (Europe/Madrid),hour (Europe/Madrid),start (Europe/Madrid),time (UTC),market,session,price (EUR/MWh),simulated\r\n' +
      '2026-03-30,0,2026-03-30T00:00:00+02:00,2026-03-29T22:00:00Z,day-ahead,,500,true\r\n',
  );
});

test('what the specification lists as 400 is invalid_parameters', async () => {
  for (const query of [
    '',
    'date_from=2026-03-30',
    'date_to=2026-03-30',
    'date_from=2026-03-30&date_to=30.03.2026',
    'date_from=2026-02-29&date_to=2026-03-01',
    'date_from=2026-03-31&date_to=2026-03-30',
    'date_from=2026-01-01&date_to=2026-04-02',
    'date_from=2026-03-30&date_from=2026-03-30&date_to=2026-03-30',
    'market=intraday-4&date_from=2026-03-30&date_to=2026-03-30',
    'market=da&date_from=2026-03-30&date_to=2026-03-30',
    'date_from=2026-03-30&date_to=2026-03-30&pagesize=5',
  ]) {
    const answer = await api.get(`/market/prices?${query}`, key);
    assert.deepEqual(errorOf(answer), [400, 'invalid_parameters'], query);
  }
});

test('90 days between the dates are allowed, and days without prices are empty', async () => {
  assert.equal((await readPage('date_from=2026-01-01&date_to=2026-04-01')).total, 47);
  for (const query of [
    'date_from=2027-01-01&date_to=2027-01-01',
    'date_from=0001-01-01&date_to=0001-02-01',
    'date_from=9999-12-31&date_to=9999-12-31',
  ]) {
    assert.deepEqual((await readPage(query)).total, 0, query);
  }
});

test('other values out of range are 422', async () => {
  for (const extra of [
    'hour=24',
    'hour=x',
    'page=0',
    'page=-1',
    'page_size=1001',
    'page_size=0',
    'page=1e3',
  ]) {
    const answer = await api.get(`/market/prices?date_from=2026-03-30&date_to=2026-03-30&${extra}`, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], extra);
  }
});
