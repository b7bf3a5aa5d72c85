import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Showcase } from '../../src/desk/showcase/routes.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi } from './test-api.ts';

/** 12:30 in Madrid on the day before the clock goes forward. */
const NOW = '2026-03-28T11:30:00Z';
const DAYS_HOURS = 24 + 24 + 23;

const api = await createTestApi(NOW, { application: () => undefined });
after(() => api.close());

const ask = (headers: Record<string, string> = {}) => api.app.inject({ url: '/showcase.json', headers });

test('the start page has a picture of nothing before the first run', async () => {
  const reply = await ask();
  assert.equal(reply.statusCode, 200, reply.body);
  const showcase = Showcase.parse(reply.json());
  assert.deepEqual(
    [showcase.start, showcase.issued_at, showcase.accuracy],
    ['2026-03-26T23:00:00Z', null, null],
  );
  assert.deepEqual(new Set(showcase.value), new Set([null]));
});

test('a run is in the picture within a minute, with the prices beside it and the figures of the last days', async () => {
  await storeTestPrices(api.db, { day: '2026-03-28', level: 40, availableAt: '2026-03-27T12:00:00Z' });
  await publishTestRun(api.db, {
    issuedAt: '2026-03-27T11:05:00Z',
    firstDay: '2026-03-28',
    days: 1,
    level: 50,
  });
  await publishTestRun(api.db, {
    issuedAt: '2026-03-28T11:05:00Z',
    firstDay: '2026-03-29',
    days: 2,
    level: 70,
  });
  api.clock.advance(60_000);
  const showcase = Showcase.parse((await ask()).json());
  assert.equal(showcase.issued_at, '2026-03-28T11:05:00Z');
  for (const column of [showcase.price, showcase.value, showcase.p10, showcase.p90])
    assert.equal(column.length, DAYS_HOURS);
  assert.deepEqual(showcase.price.slice(46, 49), [62, 63, null]);
  assert.deepEqual(showcase.value.slice(47, 49), [73, 70]);
  assert.deepEqual([showcase.p10.at(-1), showcase.p90.at(-1)], [82, 102]);
  assert.deepEqual([showcase.accuracy?.n_observations, showcase.accuracy?.mae], [24, 10]);
});

test('it is the same for everybody and kept for a minute', async () => {
  const first = await ask();
  assert.equal(first.headers['cache-control'], 'public, max-age=60');
  await publishTestRun(api.db, {
    issuedAt: '2026-03-28T11:06:00Z',
    firstDay: '2026-03-29',
    days: 2,
    level: 90,
  });
  const again = await ask();
  assert.equal(again.body, first.body);
  assert.equal((await ask({ 'if-none-match': String(first.headers['etag']) })).statusCode, 304);
});

test('it says no more than the picture needs and takes no parameter', async () => {
  const reply = await ask();
  assert.ok(reply.body.length < 4000, `${reply.body.length} bytes`);
  assert.equal((await api.app.inject('/showcase.json?days=400')).statusCode, 400);
  assert.equal((await api.app.inject('/api/v1/showcase.json')).statusCode, 404);
});
