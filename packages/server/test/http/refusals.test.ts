import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { createApiKey } from '../../src/people/access/create-identities.ts';
import { issueSessionToken } from '../../src/people/access/session-token.ts';
import { openApiOf } from './documented-schema.ts';
import { READS } from './refused-reads.ts';
import { ask, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const now = api.clock.now();
const context = { db: api.db, clock: api.clock };
let session = { userId: '', tenantId: '', tokenId: '', role: 'viewer' as const, version: 1 };
const refused: [string, string][] = [];

before(async () => {
  const { token: good, tenantId, userId } = await api.createSession({ role: 'viewer' });
  session = { ...session, tenantId, userId, tokenId: String(decodeJwt(good).jti) };
  const claims = { tid: tenantId, role: 'viewer', ver: 1 };
  const sign = (alg: string, secret: Uint8Array = api.sessionSecrets[0]) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg })
      .setSubject(session.userId)
      .setJti(session.tokenId)
      .setIssuedAt(now / 1000)
      .setExpirationTime(now / 1000 + 3600)
      .sign(secret);
  const issue = (change: object) => issueSessionToken(api.sessionSecrets, { ...session, ...change }, now);
  const ownKey = (options: object = {}) =>
    createApiKey(context, { tenantId, label: 'test', role: 'viewer', ...options });

  const revoked = await ownKey();
  await api.db
    .updateTable('api_key')
    .set({ revoked_at: new Date(now) })
    .where('id', '=', revoked.id)
    .execute();
  const key = (await ownKey()).key;
  refused.push(
    ['nothing', ''],
    ['another scheme', 'Basic YTpi'],
    ['no token', 'Bearer'],
    ['two tokens', `Bearer ${good} ${good}`],
    ['garbage', 'Bearer garbage'],
    ['garbage in three parts', 'Bearer a.b.c'],
    ['a very long token', `Bearer ${'x'.repeat(5000)}`],
    ['a tampered token', `Bearer ${good.slice(0, -3)}AAA`],
    ['an expired token', `Bearer ${await issueSessionToken(api.sessionSecrets, session, now - 86_400_000)}`],
    ['a token of another secret', `Bearer ${await sign('HS256', new Uint8Array(32))}`],
    ['another algorithm', `Bearer ${await sign('HS512')}`],
    [
      'no algorithm',
      `Bearer ${new UnsecuredJWT(claims).setSubject(session.userId).setJti(session.tokenId).setIssuedAt().setExpirationTime('10y').encode()}`,
    ],
    ['an older token version', `Bearer ${await issue({ version: 0 })}`],
    ['another tenant', `Bearer ${await issue({ tenantId: randomUUID() })}`],
    ['an unknown user', `Bearer ${await issue({ userId: randomUUID() })}`],
    ['a session without a record', `Bearer ${await issue({ tokenId: randomUUID() })}`],
    ['a user id that is none', `Bearer ${await issue({ userId: 'x' })}`],
    ['a revoked key', `Bearer ${revoked.key}`],
    ['an expired key', `Bearer ${(await ownKey({ expiresAt: now })).key}`],
    ['a key with a wrong checksum', `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['a key cut short', `Bearer ${key.slice(0, -1)}`],
    ['an unknown key', 'Bearer svc_000000000000000000000000000000000000'],
  );
});

/** Reads of admins, and streams, have tests of their own. */
const ELSEWHERE = /^\/(webhooks|events\/stream)/;

test('the table names every read that takes any credential', () => {
  const { paths } = openApiOf(api.app);
  const reads = Object.keys(paths).filter(
    (path) => paths[path]['get']?.security?.some((scheme) => 'apiKey' in scheme) && !ELSEWHERE.test(path),
  );
  assert.deepEqual(reads.sort(), READS.map((route) => route.template).sort());
});

for (const route of READS) {
  suite(route.template, () => {
    test('401 in its own spelling for every credential that is missing or bad', async () => {
      for (const [name, authorization] of refused) {
        const headers = authorization === '' ? {} : { authorization };
        const answer = await api.get(route.path, undefined, headers);
        assert.deepEqual(errorOf(answer), [401, route.unauthenticated], name);
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
        assert.equal(answer.headers['x-ratelimit-limit'], undefined);
      }
    });

    test('401 once the user or the tenant is deactivated', async () => {
      const token = await issueSessionToken(api.sessionSecrets, session, now);
      assert.notEqual((await api.get(route.path, token)).status, 401);
      for (const [table, id] of [
        ['app_user', session.userId],
        ['tenant', session.tenantId],
      ] as const) {
        await api.db
          .updateTable(table)
          .set({ deactivated_at: new Date(now) })
          .where('id', '=', id)
          .execute();
        assert.deepEqual(errorOf(await api.get(route.path, token)), [401, route.unauthenticated], table);
        await api.db.updateTable(table).set({ deactivated_at: null }).where('id', '=', id).execute();
      }
    });

    test('a session token and a key without scopes are let in', async () => {
      const token = await issueSessionToken(api.sessionSecrets, session, now);
      for (const credential of [token, await api.createKey()]) {
        const answer = await api.get(route.path, credential, { authorization: `bearer  ${credential}` });
        assert.ok(answer.status === 200 || answer.status === 404, answer.text);
        assert.ok(Number(answer.headers['x-ratelimit-remaining']) >= 0);
      }
    });

    test('403 for a key whose scopes lack the one that is needed', async () => {
      const others = (['forecasts:read', 'market:read', 'metrics:read', 'portfolio:write'] as const).filter(
        (scope) => scope !== route.scope,
      );
      const answer = await api.get(route.path, await api.createKey({ scopes: others }));
      if (route.scope === undefined) assert.equal(answer.status, 200);
      else assert.deepEqual(errorOf(answer), [403, 'insufficient_scope']);
    });

    test('403 outside the subscription', async () => {
      const all = ['es-da', 'es-ida1', 'es-ida2', 'es-ida3'];
      const products = all.filter((product) => product !== route.product);
      const answer = await api.get(route.path, await api.createKey({ products }));
      if (route.product === undefined) assert.equal(answer.status, route.notFound ? 404 : 200);
      else assert.deepEqual(errorOf(answer), [403, 'insufficient_scope']);
    });

    test('400 for an unknown parameter, named', async () => {
      const separator = route.path.includes('?') ? '&' : '?';
      const answer = await api.get(`${route.path}${separator}surprise=1`, await api.createKey());
      const code = /^\/(market|metrics)\//.test(route.template) ? 'invalid_parameters' : 'unknown_parameter';
      assert.deepEqual(errorOf(answer), [400, code]);
      assert.match(answer.text, /surprise/);
    });
  });
}

test('a key is refused from the moment it is revoked', async () => {
  const key = await api.createKey();
  assert.equal((await api.get('/markets', key)).status, 200);
  await api.db
    .updateTable('api_key')
    .set({ revoked_at: new Date(now) })
    .where('prefix', '=', key.slice(0, 12))
    .execute();
  assert.equal((await api.get('/markets', key)).status, 401);
});

test('the use of a key is recorded at most once a minute', async () => {
  const key = await api.createKey();
  const lastUse = async () => {
    const row = await api.db
      .selectFrom('api_key')
      .select('last_used_at')
      .where('prefix', '=', key.slice(0, 12))
      .executeTakeFirstOrThrow();
    return row.last_used_at?.getTime();
  };
  const uses: (number | undefined)[] = [await lastUse()];
  for (const wait of [0, 59_999, 1]) {
    api.clock.advance(wait);
    await api.get('/markets', key);
    uses.push(await lastUse());
  }
  api.clock.set(now);
  assert.deepEqual(uses, [undefined, now, now, now + 60_000]);
});

test('paths that are not there are 404 in the same body, with or without a credential', async () => {
  const key = await api.createKey();
  for (const path of [
    '/nothing',
    '/forecasts/',
    '/forecasts/latest/x',
    '/markets/es/products/da',
    '/%zz',
    '/../etc',
  ]) {
    assert.deepEqual(errorOf(await api.get(path, key)), [404, 'not_found'], path);
    assert.deepEqual(errorOf(await api.get(path)), [404, 'not_found'], path);
  }
  for (const method of ['POST', 'OPTIONS'] as const) {
    const answer = await ask(api.app, { method, url: '/api/v1/nothing', payload: '{"a":' });
    assert.deepEqual(errorOf(answer), [404, 'not_found'], method);
  }
});

test('a method that a path does not have is 405, before the body is read, and Allow names those that it has', async () => {
  const read = 'GET, HEAD, OPTIONS';
  const cases: ['GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, string][] = [
    ['POST', '/', read],
    ['POST', '/api/v1/markets', read],
    ['PUT', '/api/v1/markets?x=1', read],
    ['DELETE', '/api/v1/markets/es', read],
    ['PATCH', '/api/v1/health', read],
    ['GET', '/api/v1/auth/token', 'POST, OPTIONS'],
    ['HEAD', '/api/v1/auth/token', 'POST, OPTIONS'],
    ['HEAD', '/api/v1/events/stream', 'GET, OPTIONS'],
    ['PUT', '/api/v1/webhooks', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/v1/webhooks/x', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ];
  for (const [method, url, allow] of cases) {
    const payload = method === 'GET' || method === 'HEAD' ? {} : { payload: '{"a":' };
    const answer = await api.app.inject({ method, url, ...payload });
    assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, allow], `${method} ${url}`);
    if (method === 'HEAD') assert.equal(answer.body, '');
    else
      assert.deepEqual(errorOf(await ask(api.app, { method, url, ...payload })), [405, 'method_not_allowed']);
    const options = await api.app.inject({ method: 'OPTIONS', url });
    assert.deepEqual([options.statusCode, options.headers['allow'], options.body], [204, allow, ''], url);
  }
});

test('without a web application the root answers everybody with links to the API', async () => {
  for (const accept of ['text/html', '*/*']) {
    const answer = await ask(api.app, { url: '/', headers: { accept } });
    assert.equal(answer.status, 200);
    assert.match(answer.text, /"documentation": "\/api\/v1\/docs"/);
  }
});
