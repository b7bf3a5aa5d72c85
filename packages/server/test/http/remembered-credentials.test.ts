import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi } from './test-api.ts';

/** Answers from memory leave by a shorter way only on a real socket, so these tests listen on one. */
const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const LATEST = '/forecasts/latest?market_id=es&product=da';
const OWN_HEADERS = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
]);
let base = '';
let key = '';

before(async () => {
  key = await api.createKey();
  await publishTestRun(api.db, { issuedAt: '2026-03-30T04:05:00Z', firstDay: '2026-03-31' });
  base = await listen(api.app);
});

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address: AddressInfo | string | null = app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return `http://127.0.0.1:${address.port}/api/v1`;
}

async function askAt(at: string, credential: string) {
  return fetch(`${at}${LATEST}`, { headers: { authorization: `Bearer ${credential}` } });
}

async function ask(path: string, credential: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}${path}`, {
    headers: { authorization: `Bearer ${credential}`, ...headers },
  });
  const { status } = response;
  return { status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

function commonHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}

test('an answer from memory is the same as the one that was computed, header by header', async () => {
  for (const headers of [{}, { accept: 'text/csv' }, { 'accept-encoding': 'identity' }]) {
    const computed = await ask(LATEST, key, headers);
    const quick = await ask(LATEST, key, headers);
    assert.equal(quick.text, computed.text);
    const [a, b] = [computed, quick].map((answer) => {
      const {
        'content-length': length,
        'transfer-encoding': transfer,
        ...rest
      } = commonHeaders(answer.headers);
      return { ...rest, isSized: length !== undefined || transfer !== undefined };
    });
    assert.deepEqual(b, a);
    assert.match(quick.headers['x-request-id'], /^[\da-f-]{36}$/);
    assert.notEqual(quick.headers['x-request-id'], computed.headers['x-request-id']);
    assert.equal(
      Number(quick.headers['x-ratelimit-remaining']),
      Number(computed.headers['x-ratelimit-remaining']) - 1,
    );
  }
});

test('an unchanged answer is 304 without a body, whatever form the tag has', async () => {
  const { headers } = await ask(LATEST, key, { 'accept-encoding': 'gzip' });
  assert.match(headers['etag'], /-gzip"$/);
  for (const tag of [headers['etag'], headers['etag'].replace('-gzip', ''), '*']) {
    const answer = await ask(LATEST, key, { 'if-none-match': tag });
    assert.deepEqual([answer.status, answer.text, answer.headers['content-type']], [304, '', undefined]);
    assert.equal(answer.headers['cache-control'], 'private, no-cache');
  }
});

test('the limit is exact over both ways', async () => {
  const limited = await api.createKey({ requestsPerMinute: 10 });
  const paths = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? '/markets' : LATEST));
  const answers = await Promise.all(paths.map((path) => ask(path, limited)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 20);
  for (const { headers } of refused) assert.equal(headers['x-ratelimit-remaining'], '0');
});

test('a new run, a revoked key, a scope and a subscription count from the next request on', async () => {
  const first = await ask(LATEST, key);
  assert.equal((await ask(LATEST, key)).text, first.text);
  const run = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:00:00Z',
    firstDay: '2026-03-31',
    level: 70,
  });
  assert.match((await ask(LATEST, key)).text, new RegExp(run));
  assert.match((await ask(LATEST, key)).text, new RegExp(run));
  for (const options of [{ products: ['es-ida1'] }, { scopes: ['market:read' as const] }]) {
    assert.equal((await ask(LATEST, await api.createKey(options))).status, 403);
  }
  const own = await api.createKey();
  assert.equal((await ask(LATEST, own)).status, 200);
  await api.db
    .updateTable('api_key')
    .set({ revoked_at: new Date(api.clock.now()) })
    .where('prefix', '=', own.slice(0, 12))
    .execute();
  assert.equal((await ask(LATEST, own)).status, 401);
  const { user, token } = await api
    .createSession()
    .then((session) => ({ user: session.userId, token: session.token }));
  assert.equal((await ask(LATEST, token)).status, 200);
  await api.db
    .updateTable('app_user')
    .set({ deactivated_at: new Date(api.clock.now()) })
    .where('id', '=', user)
    .execute();
  assert.equal((await ask(LATEST, token)).status, 401);
});

test('a remembered credential is refused in every process from the commit on that takes something from it', async () => {
  const other = await api.addProcess();
  const bases = [base, await listen(other)];
  const set =
    (table: 'api_key' | 'tenant' | 'app_user' | 'user_session', values: object) => async (id: string) => {
      const result = await api.db.updateTable(table).set(values).where('id', '=', id).executeTakeFirst();
      assert.equal(result.numUpdatedRows, 1n);
    };
  const now = new Date(api.clock.now());
  const changes: [string, 'key' | 'session' | 'busy key', number, (id: string) => Promise<unknown>][] = [
    ['revoked', 'key', 401, async (id) => set('api_key', { revoked_at: now })(id)],
    ['expired', 'key', 401, async (id) => set('api_key', { expires_at: now })(id)],
    // So many requests at once that both processes let some in without asking.
    ['revoked while busy', 'busy key', 401, async (id) => set('api_key', { revoked_at: now })(id)],
    ['scopes', 'key', 403, async (id) => set('api_key', { scopes: ['market:read'] })(id)],
    ['limit', 'key', 429, async (id) => set('api_key', { rate_limit: 1 })(id)],
    ['session ended', 'session', 401, async (id) => set('user_session', { ended_at: now })(id)],
    [
      'user deactivated',
      'session',
      401,
      async (id) => set('app_user', { deactivated_at: now })(await userOf(id)),
    ],
    ['token version', 'session', 401, async (id) => set('app_user', { token_version: 2 })(await userOf(id))],
    [
      'tenant deactivated',
      'session',
      401,
      async (id) => set('tenant', { deactivated_at: now })(await tenantOf(id)),
    ],
    [
      'subscription',
      'session',
      403,
      async (id) => set('tenant', { products: ['es-ida1'] })(await tenantOf(id)),
    ],
  ];
  for (const [name, kind, status, change] of changes) {
    const isBusy = kind === 'busy key';
    const requestsPerMinute = isBusy ? 1_000_000 : 60;
    const [credential, id] = kind === 'session' ? await newSession() : await newKey(requestsPerMinute);
    for (let i = 0; i < 3; i++) {
      const asked = Array.from({ length: isBusy ? 20 : 2 }, async (_, j) => askAt(bases[j % 2], credential));
      for (const { status } of await Promise.all(asked)) assert.equal(status, 200, name);
    }
    await change(id);
    for (const at of bases) assert.equal((await askAt(at, credential)).status, status, name);
  }
});

test('a remembered key ends at its own instant', async () => {
  const [credential, id] = await newKey();
  const end = api.clock.now() + 30_000;
  await api.db
    .updateTable('api_key')
    .set({ expires_at: new Date(end) })
    .where('id', '=', id)
    .execute();
  for (let i = 0; i < 3; i++) assert.equal((await ask(LATEST, credential)).status, 200);
  api.clock.set(end - 1);
  assert.equal((await ask(LATEST, credential)).status, 200);
  api.clock.set(end);
  assert.equal((await ask(LATEST, credential)).status, 401);
});

async function newKey(requestsPerMinute = 60): Promise<[string, string]> {
  const credential = await api.createKey({ requestsPerMinute });
  const prefix = credential.slice(0, 12);
  const row = await api.db
    .selectFrom('api_key')
    .select('id')
    .where('prefix', '=', prefix)
    .executeTakeFirstOrThrow();
  return [credential, row.id];
}

async function newSession(): Promise<[string, string]> {
  const { token, userId } = await api.createSession();
  const row = await api.db
    .selectFrom('user_session')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return [token, row.id];
}

async function ownerOf(sessionId: string) {
  return api.db
    .selectFrom('user_session')
    .select(['user_id', 'tenant_id'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

const userOf = async (sessionId: string) => (await ownerOf(sessionId)).user_id;
const tenantOf = async (sessionId: string) => (await ownerOf(sessionId)).tenant_id;

test('an answer from memory counts in the usage of its key like any other', async () => {
  const own = await api.createKey({ requestsPerMinute: 100 });
  for (let i = 0; i < 5; i++) assert.equal((await ask(LATEST, own)).status, 200);
  const held = async () => {
    const rows = await api.db
      .selectFrom('request_usage')
      .innerJoin('api_key', 'api_key.id', 'request_usage.api_key_id')
      .select('requests')
      .where('prefix', '=', own.slice(0, 12))
      .execute();
    return rows.map(({ requests }) => Number(requests));
  };
  const deadline = performance.now() + 15_000;
  // The counts may be written between two of the requests.
  while (((await held())[0] ?? 0) < 5 && performance.now() < deadline) await sleep(200);
  assert.deepEqual(await held(), [5]);
});

/** What a connection brings for the text that is written to it, until it ends. */
async function raw(text: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(base).port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

test('answers from memory keep their order and their framing on one connection, which ends when the caller says so', async () => {
  const { headers, text } = await ask(LATEST, key, { 'accept-encoding': 'identity' });
  const head = `GET /api/v1${LATEST} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  const unchanged = `${head}If-None-Match: ${headers['etag']}\r\n\r\n`;
  const got = await raw(`${head}\r\n${unchanged}${head}\r\n${head}Connection: close\r\n\r\n`);
  const answers = got.split(/(?=HTTP\/1\.1 )/);
  assert.deepEqual(
    answers.map((answer) => answer.split('\r\n')[0]),
    ['HTTP/1.1 200 OK', 'HTTP/1.1 304 Not Modified', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'],
  );
  assert.deepEqual(
    answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4)),
    [text, '', text, text],
  );
  assert.deepEqual(
    answers.map((answer) => /^connection: (.*)$/im.exec(answer)?.[1].trim()),
    ['keep-alive', 'keep-alive', 'keep-alive', 'close'],
  );
  for (const answer of answers) assert.match(answer, /^date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r$/im);
});

test('a body, another method and no credential take the long way', async () => {
  assert.equal((await ask(LATEST, 'nonsense')).status, 401);
  const head = await fetch(`${base}${LATEST}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${key}` },
  });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const anonymous = await fetch(`${base}${LATEST}`);
  assert.equal(anonymous.status, 401);
});
