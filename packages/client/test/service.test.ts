import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TEST_PASSWORD, createTestApi } from '../../server/test/http/test-api.ts';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import {
  type Client,
  LonjaError,
  createClient,
  createReplyCache,
  items,
  pages,
  streamEvents,
} from '../src/index.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
let baseUrl = '';
before(async () => {
  baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => api.close());

async function connect(credential?: string): Promise<Client> {
  return createClient({ baseUrl, credential: credential ?? (await api.createKey()) });
}

let published = 0;
async function publish(): Promise<string> {
  const issuedAt = new Date(api.clock.now() - 3_600_000 + published++).toISOString();
  return publishTestRun(api.db, { issuedAt, firstDay: '2026-03-31', days: 1 });
}

test('a forecast comes as an object, and as CSV where that is asked for', async () => {
  const client = await connect();
  const forecastId = await publish();
  const run = await client.forecasts.latest({ market_id: 'es', product: 'da' });
  assert.equal(run.forecast_id, forecastId);
  assert.equal(run.points.length, 24);
  const csv = await client.forecasts.latest({ market_id: 'es', product: 'da', format: 'csv' });
  assert.equal(csv.trimEnd().split(/\r?\n/).length, 25);
});

test('days may be words, and auctions have the names of all routes', async () => {
  const client = await connect();
  await publish();
  await storeTestPrices(api.db, { day: '2026-03-29', level: 5, availableAt: '2026-03-28T11:00:00Z' });
  const days = { date_from: '2026-03-29', date_to: '2026-03-29' };
  assert.deepEqual(
    await client.statistics.price({ market_id: 'es', product: 'da', date: 'yesterday' }),
    await client.statistics.price({ market: 'day-ahead', ...days }),
  );
  const refused = client.statistics.price({ product: 'da', market: 'intraday-1', ...days });
  await assert.rejects(refused, { status: 422, error: 'validation_error' });
});

test('a password gives a token, and the token the account', async () => {
  const { email, userId } = await api.createSession();
  const { access_token: token } = await (
    await connect('')
  ).authentication.createToken({
    username: email,
    password: TEST_PASSWORD,
  });
  const client = await connect(token);
  assert.equal((await client.account.me()).id, userId);
  assert.equal(await client.account.logout(), undefined);
  await assert.rejects(client.account.me(), { status: 401, error: 'invalid_token' });
});

test('what the service refuses is an error with its code, its faults and its request id', async () => {
  const client = await connect();
  const refused = client.forecasts.get({ market_id: 'es', product: 'da' });
  await assert.rejects(refused, (error: unknown) => {
    assert.ok(error instanceof LonjaError);
    assert.deepEqual([error.status, error.error], [422, 'validation_error']);
    assert.ok(Array.isArray(error.detail) && error.message.length > 0);
    assert.match(error.request_id, /^[\da-f-]{36}$/);
    return true;
  });
  const early = client.forecasts.dayAhead({ date: '2027-01-01' });
  await assert.rejects(early, { status: 404, error: 'FORECAST_NOT_AVAILABLE' });
});

test('every record of a long list is read page by page, in the order of the list', async () => {
  const { token } = await api.createSession();
  const client = await connect(token);
  const labels = ['a', 'b', 'c', 'd', 'e'];
  for (const label of labels) await client.apiKeys.create({ label });
  const seen = [];
  for await (const { label } of items(client.apiKeys.list, { page_size: 2 })) seen.push(label);
  assert.deepEqual(seen.sort(), labels);
  const sizes = [];
  for await (const page of pages(client.apiKeys.list, { page_size: 2 })) sizes.push(page.items.length);
  assert.deepEqual(sizes, [2, 2, 1]);
});

test('a webhook is created, changed, listed and deleted', async () => {
  const { token } = await api.createSession();
  const { webhooks } = await connect(token);
  const created = await webhooks.create({
    name: 'Desk',
    url: 'https://93.184.215.14/hook',
    events: ['prices.published'],
  });
  assert.match(created.secret, /^whsec_/);
  assert.equal((await webhooks.change({ id: created.id, state: 'disabled' })).state, 'disabled');
  assert.equal((await webhooks.list()).total, 1);
  assert.notEqual((await webhooks.rotateSecret({ id: created.id })).secret, created.secret);
  await webhooks.delete({ id: created.id });
  await assert.rejects(webhooks.get({ id: created.id }), { status: 404 });
});

test('an unchanged answer is taken from the cache, and a new one replaces it', async () => {
  const statuses: number[] = [];
  const client = createClient({
    baseUrl,
    credential: await api.createKey(),
    cache: createReplyCache(),
    fetch: async (...request) => {
      const response = await fetch(...request);
      statuses.push(response.status);
      return response;
    },
  });
  const latest = () => client.forecasts.latest({ market_id: 'es', product: 'da' });
  await publish();
  const first = await latest();
  assert.deepEqual(await latest(), first);
  const forecastId = await publish();
  assert.equal((await latest()).forecast_id, forecastId);
  assert.deepEqual(statuses, [200, 304, 200]);
});

test('events are streamed with the bearer header and go on after the last one', async () => {
  const connection = { baseUrl, credential: await api.createKey() };
  await publish();
  const known = await createClient(connection).events.list();
  const first = known.items[0];
  await publish();
  const seen = [];
  for await (const event of streamEvents(connection, { after: first?.id })) {
    seen.push(event);
    if (seen.length === known.total) break;
  }
  const listed = await createClient(connection).events.list({ after: first?.id });
  assert.deepEqual(seen, listed.items);
});

test('prices of a short and a long day come with every hour that exists', async () => {
  for (const day of ['2025-10-26', '2026-03-29'])
    await storeTestPrices(api.db, { day, availableAt: `${day}T00:00:00Z` });
  const { marketData } = await connect();
  const hoursOf = async (day: string) =>
    (await marketData.prices({ date_from: day, date_to: day })).items.map(({ hour }) => hour);
  assert.equal((await hoursOf('2025-10-26')).filter((hour) => hour === 2).length, 2);
  assert.equal((await hoursOf('2026-03-29')).length, 23);
});
