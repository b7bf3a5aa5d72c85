import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

// Ten minutes before midnight in Madrid.
const api = await createTestApi('2026-03-30T21:50:00Z');
after(() => api.close());

let key = '';
before(async () => {
  key = await api.createKey();
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31' });
  for (const day of ['2026-03-29', '2026-03-30', '2026-03-31']) {
    await storeTestPrices(api.db, { day, level: Number(day.slice(-2)), availableAt: '2026-03-28T11:00:00Z' });
  }
});

/** The two are one answer, which is not empty. */
async function assertSame(byWord: string, byDay: string): Promise<void> {
  const [word, day] = [await api.get(byWord, key), await api.get(byDay, key)];
  assert.equal(word.status, 200, `${byWord} ${word.text}`);
  assert.equal(word.text, day.text, byWord);
  assert.equal(word.headers['etag'], day.headers['etag']);
}

test('a word is answered as the day that it means, as JSON and CSV', async () => {
  await assertSame('/forecasts/day-ahead?date=tomorrow', '/forecasts/day-ahead?date=2026-03-31');
  const forecast = '/forecasts?market_id=es&product=da&date=';
  await assertSame(`${forecast}tomorrow`, `${forecast}2026-03-31`);
  await assertSame(`${forecast}tomorrow&format=csv`, `${forecast}2026-03-31&format=csv`);
  await assertSame(
    '/market/prices?date_from=yesterday&date_to=tomorrow',
    '/market/prices?date_from=2026-03-29&date_to=2026-03-31',
  );
  await assertSame(
    '/market/prices?date_from=%74oday&date_to=today',
    '/market/prices?date_from=2026-03-30&date_to=2026-03-30',
  );
});

test('other words and malformed days stay 400, and a range of words is checked as one of days', async () => {
  const codeOf = async (path: string) => errorOf(await api.get(path, key));
  for (const date of ['Tomorrow', 'now', 'tomorrow+1', '2026-02-30', '31-03-2026', '']) {
    assert.deepEqual(await codeOf(`/forecasts/day-ahead?date=${date}`), [400, 'INVALID_DATE_FORMAT'], date);
  }
  assert.deepEqual(await codeOf('/market/prices?date_from=tomorrow&date_to=yesterday'), [
    400,
    'invalid_parameters',
  ]);
  assert.deepEqual(await codeOf('/forecasts/day-ahead?date=yesterday'), [404, 'FORECAST_NOT_AVAILABLE']);
});

test('a kept answer to a word ends at midnight in Madrid, and its tag with it', async () => {
  const path = '/market/prices?date_from=today&date_to=today';
  const before = await api.get(path, key);
  assert.equal(before.headers['cache-control'], 'private, no-cache');
  api.clock.advance(9 * 60_000);
  const tag = { 'if-none-match': before.headers['etag'] };
  assert.equal((await api.get(path, key, tag)).status, 304);
  api.clock.advance(60_000);
  const after = await api.get(path, key, tag);
  assert.equal(after.status, 200);
  await assertSame(path, '/market/prices?date_from=2026-03-31&date_to=2026-03-31');
  assert.notEqual(after.text, before.text);
});
