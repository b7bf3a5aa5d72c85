import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, createTestApi, errorOf } from './test-api.ts';

const PAGE = 'https://app.example.com';
const api = await createTestApi('2026-03-30T10:05:00Z', { corsOrigins: [PAGE, 'http://localhost:5173'] });
const closed = await createTestApi('2026-03-30T10:05:00Z');
after(() => Promise.all([api.close(), closed.close()]));

const ALLOWED = 'access-control-allow-origin';

function preflight(path: string, origin = PAGE, app = api.app) {
  return ask(app, {
    method: 'OPTIONS',
    url: `/api/v1${path}`,
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
}

test('a preflight is answered without a credential, for the origins that are configured', async () => {
  for (const origin of [PAGE, 'http://localhost:5173']) {
    const { status, headers } = await preflight('/forecasts/latest', origin);
    assert.equal(status, 204);
    assert.equal(headers[ALLOWED], origin);
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD');
    assert.match(headers['access-control-allow-headers'], /Authorization/);
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.equal(headers['vary'], 'Origin');
  }
  for (const origin of ['https://evil.example', `${PAGE}.evil.example`, 'null', 'http://app.example.com']) {
    const { status, headers } = await preflight('/forecasts/latest', origin);
    assert.deepEqual([status, headers[ALLOWED]], [204, undefined], origin);
  }
});

test('a page reads with a key whose scopes only read, and sees the headers', async () => {
  const key = await api.createKey({ scopes: ['forecasts:read', 'portfolio:read'] });
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await api.get('/markets', key, { origin: PAGE });
    assert.deepEqual([status, headers[ALLOWED]], [200, PAGE]);
    const exposed = headers['access-control-expose-headers'].split(', ');
    for (const name of ['ETag', 'Link', 'RateLimit', 'Retry-After', 'X-RateLimit-Limit', 'X-Request-Id']) {
      assert.ok(exposed.includes(name), name);
    }
    assert.match(headers['vary'], /Origin/);
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
  const { headers } = await api.get('/markets', key);
  assert.equal(headers[ALLOWED], undefined);
  assert.match(headers['vary'], /Origin/);
});

test('a kept reply of one origin is not sent with its header to another one', async () => {
  const key = await api.createKey({ scopes: ['market:read'] });
  const path = '/market/prices?date_from=2026-03-28&date_to=2026-03-28';
  for (const [origin, allowed] of [
    [PAGE, PAGE],
    ['https://evil.example', undefined],
    ['http://localhost:5173', 'http://localhost:5173'],
  ] as const) {
    const answer = await api.get(path, key, { origin });
    assert.deepEqual([answer.status, answer.headers[ALLOWED]], [200, allowed]);
    const again = await api.get(path, key, { origin, 'if-none-match': answer.headers['etag'] });
    assert.deepEqual([again.status, again.headers[ALLOWED]], [304, allowed]);
  }
});

test('a page may use no session, no key that may change something and none without scopes', async () => {
  const { token } = await api.createSession();
  const keys = [{}, { scopes: ['portfolio:read' as const, 'portfolio:write' as const] }];
  for (const credential of [token, ...(await Promise.all(keys.map((key) => api.createKey(key))))]) {
    const answer = await api.get('/markets', credential, { origin: PAGE });
    assert.deepEqual(errorOf(answer), [403, 'insufficient_scope']);
    assert.match(answer.text, /scopes only read/);
    assert.equal(answer.headers[ALLOWED], PAGE, 'the page can read why');
    assert.equal((await api.get('/markets', credential)).status, 200);
  }
});

test('a page can read refusals, such as of a credential or a limit', async () => {
  const answer = await api.get('/markets', 'svc_wrong', { origin: PAGE });
  assert.deepEqual([answer.status, answer.headers[ALLOWED]], [401, PAGE]);
  const key = await api.createKey({ scopes: ['market:read'], requestsPerMinute: 1 });
  await api.get('/markets', key, { origin: PAGE });
  const limited = await api.get('/markets', key, { origin: PAGE });
  assert.deepEqual([limited.status, limited.headers[ALLOWED]], [429, PAGE]);
});

test('changes and routes of people are closed to pages of other origins', async () => {
  const { token } = await api.createSession();
  const site = { name: 'Mill', kind: 'wind', capacity_mw: 30 };
  const post = await ask(api.app, {
    method: 'POST',
    url: '/api/v1/portfolio/sites',
    headers: { authorization: `Bearer ${token}`, origin: PAGE },
    payload: site,
  });
  assert.deepEqual([post.status, post.headers[ALLOWED]], [201, undefined]);
  for (const path of ['/auth/me', '/settings', '/admin/tenants']) {
    assert.equal((await api.get(path, token, { origin: PAGE })).headers[ALLOWED], undefined, path);
  }
});

test('without configuration there are no such headers', async () => {
  const key = await closed.createKey({ scopes: ['market:read'] });
  for (const { status, headers } of [
    await preflight('/markets', PAGE, closed.app),
    await closed.get('/markets', key, { origin: PAGE }),
  ]) {
    assert.ok(status < 300);
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    );
    assert.doesNotMatch(headers['vary'] ?? '', /Origin/);
  }
});
