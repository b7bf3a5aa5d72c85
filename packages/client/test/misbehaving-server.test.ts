import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ConnectionOptions, LonjaError, createClient, createReplyCache, pages } from '../src/index.ts';
import { hangUp, json, refusal, startScriptedServer } from './scripted-server.ts';

const server = await startScriptedServer();
after(() => server.close());

const MARKETS = { items: [], total: 0 };

function connect(options: Partial<ConnectionOptions> = {}) {
  return createClient({ baseUrl: server.baseUrl, credential: 'svc_test', backoffMs: 1, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<LonjaError> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof LonjaError, String(error));
  return error;
}

test('a read is asked for again after a fault of the server and after a lost connection', async () => {
  server.script(refusal(500, 'internal_error'), hangUp, refusal(503, 'unavailable'), json(200, MARKETS));
  assert.deepEqual(await connect().markets.list(), MARKETS);
  assert.equal(server.received.length, 4);
});

test('retries come to an end, and the error says what the service said', async () => {
  server.script(refusal(503, 'unavailable'));
  const error = await failureOf(connect({ retries: 2 }).markets.list());
  assert.deepEqual(
    [error.status, error.error, error.detail, error.request_id, error.message],
    [503, 'unavailable', 'Not now.', 'r1', 'Not now.'],
  );
  assert.equal(server.received.length, 3);
});

test('a change is not sent a second time after a fault, but is after a refusal by the limit', async () => {
  const webhook = { name: 'a', url: 'https://example.com', events: ['prices.published' as const] };
  for (const fault of [hangUp, refusal(500, 'internal_error')]) {
    server.script(fault, json(201, { id: '1' }));
    await failureOf(connect().webhooks.create(webhook));
    assert.equal(server.received.length, 1);
  }
  server.script(refusal(429, 'rate_limited', { 'Retry-After': '0' }), json(201, { id: '1' }));
  await connect().webhooks.create(webhook);
  assert.equal(server.received.length, 2);
  assert.deepEqual(JSON.parse(server.received[1]?.body ?? ''), webhook);
});

test('a change with an idempotency key is sent again after a fault, with the same key', async () => {
  const site = { name: 'Mill', kind: 'wind' as const, capacity_mw: 30 };
  const inUse = refusal(409, 'idempotency_key_in_use', { 'Retry-After': '0' });
  server.script(hangUp, refusal(500, 'internal_error'), inUse, json(201, { id: '1' }));
  await connect().portfolio.createSite(site, { idempotencyKey: 'mill' });
  assert.deepEqual(
    server.received.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body)]),
    Array.from({ length: 4 }, () => ['mill', site]),
  );
  server.script(refusal(409, 'idempotency_key_reused'));
  const { mayPass } = await failureOf(connect().portfolio.createSite(site, { idempotencyKey: 'mill' }));
  assert.equal(mayPass, false);
  assert.equal(server.received.length, 1);
});

test('a refused request waits for as long as Retry-After says', async () => {
  server.script(refusal(429, 'rate_limited', { 'Retry-After': '0.2' }), json(200, MARKETS));
  const startedAt = performance.now();
  await connect().markets.list();
  assert.ok(performance.now() - startedAt >= 195);
});

test('a wait longer than allowed is left to the caller, with its length, given in seconds or as a date', async () => {
  server.script(refusal(429, 'rate_limited', { 'Retry-After': '61' }));
  assert.equal((await failureOf(connect().markets.list())).retryAfterMs, 61_000);
  server.script(
    refusal(429, 'rate_limited', { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }),
  );
  const { retryAfterMs } = await failureOf(connect().markets.list());
  assert.ok(retryAfterMs !== null && retryAfterMs > 3_590_000 && retryAfterMs <= 3_600_000);
  assert.equal(server.received.length, 1);
});

test('what no retry can heal is thrown at once', async () => {
  for (const status of [400, 401, 403, 404, 409, 413, 422]) {
    server.script(refusal(status, 'code'));
    assert.equal((await failureOf(connect().markets.list())).status, status);
    assert.equal(server.received.length, 1);
  }
});

test('field faults are one readable message', async () => {
  const detail = [{ loc: ['query', 'product'], msg: 'one of da, ida1', type: 'invalid_value' }];
  server.script(json(422, { error: 'validation_error', detail, status: 422, request_id: 'r2' }));
  const error = await failureOf(connect().markets.list());
  assert.deepEqual(error.detail, detail);
  assert.equal(error.message, 'query.product: one of da, ida1');
});

test('an error page of a proxy before the service is reported with its status', async () => {
  server.script((response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>'));
  const error = await failureOf(connect({ retries: 0 }).markets.list());
  assert.deepEqual(
    [error.status, error.error, error.message],
    [502, 'http_502', 'The answer was 502 Bad Gateway'],
  );
  server.script(json(500, { detail: [null], error: 7 }));
  assert.equal((await failureOf(connect({ retries: 0 }).markets.list())).error, 'http_500');
});

test('a successful answer that is no JSON is an error, not data, and is not asked for again', async () => {
  const pagesOfStrangers = ['text/html', 'application/json'].map((type) => ({ type, body: '<p>sign in' }));
  for (const { type, body } of pagesOfStrangers) {
    server.script((response) => response.writeHead(200, { 'Content-Type': type }).end(body));
    const error = await failureOf(connect().markets.list());
    assert.deepEqual([error.status, error.error], [0, 'invalid_reply']);
    assert.equal(server.received.length, 1);
  }
});

test('an answer that never comes, or never ends, is a time-out', async () => {
  server.script(() => {});
  // Counted where they are sent: on a busy machine a request may time out before the server has read it.
  let sent = 0;
  const countingFetch: typeof fetch = (...request) => {
    sent += 1;
    return fetch(...request);
  };
  const client = connect({ retries: 1, timeoutMs: 30, fetch: countingFetch });
  const silent = await failureOf(client.markets.list());
  assert.deepEqual([silent.status, silent.error], [0, 'timeout']);
  assert.equal(sent, 2);
  server.script((response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'));
  const endless = await failureOf(connect().markets.list({}, { retries: 0, timeoutMs: 30 }));
  assert.equal(endless.error, 'timeout');
});

test("a caller's signal ends a request and the wait before a retry with its own reason", async () => {
  server.script(() => {});
  const request = AbortSignal.timeout(20);
  await assert.rejects(connect().markets.list({}, { signal: request }), { name: 'TimeoutError' });
  server.script(refusal(503, 'unavailable', { 'Retry-After': '30' }));
  const wait = new AbortController();
  setTimeout(() => wait.abort(new Error('changed my mind')), 50);
  await assert.rejects(connect().markets.list({}, { signal: wait.signal }), /changed my mind/);
});

test('a service that is not there is named', async () => {
  const error = await failureOf(connect({ baseUrl: 'http://127.0.0.1:1', retries: 1 }).markets.list());
  assert.deepEqual(
    [error.error, error.message],
    ['network_error', 'http://127.0.0.1:1 could not be reached.'],
  );
});

test('parameters reach the path, the query and the body, each escaped, and undefined ones do not', async () => {
  server.script(json(200, MARKETS));
  const client = connect({ baseUrl: `${server.baseUrl}/` });
  await client.markets.products({ market_id: 'a/../b c' });
  await client.marketData.prices({
    date_from: '2026-03-29',
    date_to: '2026-03-29',
    hour: 0,
    market: undefined,
  });
  await client.webhooks.change({ id: 'x', name: 'ñ', url: undefined });
  await client.apiKeys.reroll({ id: 'x' });
  await client.webhooks.test({ id: 'x' });
  await client.authentication.createToken({ username: 'a+b@example.com', password: 'p&=' });
  assert.deepEqual(
    server.received.map(({ method, url, body }) => [method, url, body]),
    [
      ['GET', '/api/v1/markets/a%2F..%2Fb%20c/products', ''],
      ['GET', '/api/v1/market/prices?date_from=2026-03-29&date_to=2026-03-29&hour=0', ''],
      ['PATCH', '/api/v1/webhooks/x', '{"name":"ñ"}'],
      ['POST', '/api/v1/auth/api-keys/x/reroll', '{}'],
      ['POST', '/api/v1/webhooks/x/test', ''],
      ['POST', '/api/v1/auth/token', 'username=a%2Bb%40example.com&password=p%26%3D'],
    ],
  );
  assert.equal(
    server.received[5]?.headers['content-type'],
    'application/x-www-form-urlencoded;charset=UTF-8',
  );
});

test('an empty path parameter is refused before it can reach another route', async () => {
  server.script(json(200, MARKETS));
  await assert.rejects(connect().webhooks.delete({ id: '' }), /needs id/);
  assert.equal(server.received.length, 0);
});

test('the credential is asked for with every request, and none is sent where there is none', async () => {
  server.script(json(200, MARKETS));
  let token: string | undefined = 'first';
  const client = connect({ credential: async () => token });
  for (token of ['first', 'second', undefined]) await client.markets.list();
  const sent = server.received.map(({ headers }) => headers.authorization);
  assert.deepEqual(sent, ['Bearer first', 'Bearer second', undefined]);
});

test('a kept answer is used when the service says that it is current, and by the same credential only', async () => {
  const notModified = (response: { writeHead(status: number): { end(): unknown } }) => {
    response.writeHead(304).end();
  };
  const first = { items: [], total: 1 };
  server.script(json(200, first, { ETag: '"a"' }), notModified, json(200, MARKETS, { ETag: '"b"' }));
  let credential = 'one';
  const client = connect({ cache: createReplyCache(), credential: () => credential });
  assert.deepEqual(await client.markets.list(), first);
  assert.deepEqual(await client.markets.list(), first);
  credential = 'two';
  assert.deepEqual(await client.markets.list(), MARKETS);
  const asked = server.received.map(({ headers }) => headers['if-none-match']);
  assert.deepEqual(asked, [undefined, '"a"', undefined]);
});

test('the cache keeps what was used last', () => {
  const cache = createReplyCache({ maxReplies: 2 });
  for (const key of ['a', 'b']) cache.set(key, { etag: key, body: key });
  cache.get('a');
  cache.set('c', { etag: 'c', body: 'c' });
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key)?.body),
    ['a', undefined, 'c'],
  );
});

test('paging ends where records are missing instead of asking for ever', async () => {
  server.script(json(200, { items: [1], total: 3 }), json(200, { items: [], total: 3 }));
  const seen = [];
  for await (const page of pages(connect().webhooks.list, { page_size: 1 })) seen.push(page.items);
  assert.deepEqual(seen, [[1], []]);
  assert.deepEqual(
    server.received.map(({ url }) => url),
    ['/api/v1/webhooks?page_size=1&page=1', '/api/v1/webhooks?page_size=1&page=2'],
  );
});
