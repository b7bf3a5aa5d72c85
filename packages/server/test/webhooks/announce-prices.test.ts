import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type TestDatabase, createTestDatabase } from '../database.ts';
import { storeTestPrices } from '../http/market-fixture.ts';
import { type TestClock, createTestClock } from '../test-clock.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { announcePrices } from '../../src/market/prices/announce-prices.ts';

let database: TestDatabase;
let clock: TestClock;
const opened: TestDatabase[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  opened.push(database);
  clock = createTestClock('2026-03-28T12:30:00Z');
  await saveDataOrigin(database.db, 'market');
});
after(() => Promise.all(opened.map((each) => each.drop())));

const announce = () => announcePrices({ db: database.db, clock });

async function bodies() {
  const rows = await database.db.selectFrom('event').select('body').orderBy('sequence').execute();
  return rows.map(({ body }) => JSON.parse(body));
}

test('a complete day is announced once, with an hour for each hour of the day of 23', async () => {
  const prices = { day: '2026-03-29', availableAt: '2026-03-28T12:00:00Z', resolution: 'PT15M' as const };
  await storeTestPrices(database.db, prices);
  assert.deepEqual([await announce(), await announce()], [1, 0]);
  await storeTestPrices(database.db, prices);
  assert.equal(await announce(), 0);
  const [{ event, occurred_at, data }] = await bodies();
  const { points, ...rest } = data;
  assert.deepEqual([event, occurred_at], ['prices.published', '2026-03-28T12:30:00Z']);
  assert.deepEqual(rest, {
    market_id: 'es',
    market_product_id: 'es-da',
    product: 'da',
    delivery_date: '2026-03-29',
    unit: 'EUR/MWh',
    correction: false,
    simulated: false,
  });
  assert.equal(points.length, 23);
  assert.deepEqual(points[0], { time: '2026-03-28T23:00:00Z', value: 1.5 });
  assert.deepEqual(points.at(-1), { time: '2026-03-29T21:00:00Z', value: 89.5 });
});

test('the day of 25 hours has 25 prices, and the third auction covers the afternoon alone', async () => {
  clock.set(Date.parse('2026-10-25T10:00:00Z'));
  const prices = { day: '2026-10-25', availableAt: '2026-10-25T09:30:00Z' };
  await storeTestPrices(database.db, prices);
  await storeTestPrices(database.db, { ...prices, product: 'ida3' });
  assert.equal(await announce(), 2);
  assert.deepEqual(
    (await bodies()).map(({ data }) => [data.product, data.points.length]),
    [
      ['da', 25],
      ['ida3', 12],
    ],
  );
});

test('prices that are stored early are announced when the clock reaches their publication', async () => {
  await storeTestPrices(database.db, { day: '2026-03-30', availableAt: '2026-03-29T11:00:00Z' });
  assert.equal(await announce(), 0);
  clock.set(Date.parse('2026-03-29T11:00:00Z'));
  assert.equal(await announce(), 1);
});

test('a day with a gap waits for the rest', async () => {
  const day = { day: '2026-03-29', availableAt: '2026-03-28T12:00:00Z' };
  await storeTestPrices(database.db, day);
  await database.db.deleteFrom('price_change').execute();
  await database.db
    .deleteFrom('observation')
    .where('start_at', '=', new Date('2026-03-29T10:00:00Z'))
    .execute();
  await storeTestPrices(database.db, { ...day, source: 'other', product: 'ida1' });
  assert.equal(await announce(), 1);
  await storeTestPrices(database.db, day);
  assert.equal(await announce(), 1);
  assert.deepEqual(
    (await bodies()).map(({ data }) => data.product),
    ['ida1', 'da'],
  );
});

test('a correction is announced again and marked, also long after; history that comes late is not', async () => {
  await storeTestPrices(database.db, { day: '2026-03-28', availableAt: '2026-03-27T12:00:00Z' });
  assert.equal(await announce(), 1);
  clock.set(Date.parse('2026-05-01T00:00:00Z'));
  const late = { availableAt: '2026-04-30T00:00:00Z', level: 7 };
  await storeTestPrices(database.db, { ...late, day: '2026-03-28' });
  await storeTestPrices(database.db, { ...late, day: '2026-03-20' });
  assert.equal(await announce(), 1);
  const [first, second] = (await bodies()).map(({ data }) => data);
  assert.deepEqual([first.correction, second.correction], [false, true]);
  assert.deepEqual([first.points[0].value, second.points[0].value], [0, 7]);
  assert.equal((await database.db.selectFrom('price_change').selectAll().execute()).length, 0);
});

test('prices of the other origin are not announced, and two processes announce a day once', async () => {
  const day = { availableAt: '2026-03-28T12:00:00Z' };
  await storeTestPrices(database.db, { ...day, day: '2026-03-29', source: 'simulator' });
  assert.equal(await announce(), 0);
  await storeTestPrices(database.db, { ...day, day: '2026-03-29' });
  const counts = await Promise.all([announce(), announce(), announce()]);
  assert.deepEqual(counts.sort(), [0, 0, 1]);
});
