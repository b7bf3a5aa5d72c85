import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { SignJWT, decodeJwt } from 'jose';
import {
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  ResponseBodyError,
  allowInsecureRequests,
  clientCredentialsGrant,
  discovery,
  fetchProtectedResource,
} from 'openid-client';
import { pino } from 'pino';
import { CreatedApiKey } from '../../src/people/api-keys/record.ts';
import { AuditPage } from '../../src/people/audit-log/schemas.ts';
import { SCOPES, scopesOf } from '../../src/people/access/principal.ts';
import { ClientToken, OAuthError } from '../../src/people/oauth/routes.ts';
import { ACCESS_TABLE } from '../access/access-table.ts';
import { type Answer, ask, createTestApi, errorOf } from './test-api.ts';

const lines: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
const api = await createTestApi('2026-03-30T10:05:00Z', { trustedProxies: ['127.0.0.1'], logger });
after(() => api.close());

type Key = Awaited<ReturnType<typeof makeKey>>;

const READS = ['forecasts:read', 'market:read'];
let base = '';
let token = '';

before(async () => {
  ({ token } = await api.createSession());
  base = await api.app.listen({ host: '127.0.0.1', port: 0 });
});

async function makeKey(fields: object = {}, as = token) {
  const answer = await api.send('POST', '/auth/api-keys', as, { label: 'desk', ...fields });
  assert.equal(answer.status, 201, answer.text);
  return CreatedApiKey.parse(answer.body);
}

/** A client as programs use it, which finds the service by its metadata. */
function connect(key: Pick<Key, 'id' | 'key'>, method = ClientSecretBasic): Promise<Configuration> {
  const options = { algorithm: 'oauth2' as const, execute: [allowInsecureRequests] };
  return discovery(new URL(base), key.id, undefined, method(key.key), options);
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

interface Post {
  authorization?: string;
  address?: string;
  type?: string;
  query?: string;
}

function post(form: string | Record<string, string>, options: Post = {}): Promise<Answer> {
  const { authorization, address, type = 'application/x-www-form-urlencoded', query = '' } = options;
  return ask(api.app, {
    method: 'POST',
    url: `/api/v1/oauth/token${query}`,
    headers: {
      'content-type': type,
      ...(authorization !== undefined && { authorization }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
}

const grant = (form: Record<string, string>, options?: Post) =>
  post({ grant_type: 'client_credentials', ...form }, options);
const formOf = ({ id, key }: Key) => ({ client_id: id, client_secret: key });

async function tokenOf(key: Key, scope?: string): Promise<string> {
  const answer = await grant({ ...formOf(key), ...(scope !== undefined && { scope }) });
  return ClientToken.parse(answer.body).access_token;
}

/** Status and code, after checking that the answer is one of OAuth 2.0 that no cache keeps. */
function oauthErrorOf(answer: Answer): [number, string] {
  const { error_description, detail } = OAuthError.parse(answer.body);
  assert.match(error_description, /^[ !#-[\]-~]+$/);
  assert.equal(typeof detail, 'string');
  assert.equal(answer.headers['cache-control'], 'no-store');
  return errorOf(answer);
}

const refusalOf = (code: string) => (error: unknown) =>
  error instanceof ResponseBodyError && error.error === code;

for (const method of [ClientSecretBasic, ClientSecretPost]) {
  test(`a client library finds the service, gets a token by ${method.name} and reads with it`, async () => {
    const client = await connect(await makeKey({ scopes: READS }), method);
    const { issuer, token_endpoint, scopes_supported } = client.serverMetadata();
    assert.deepEqual([issuer, token_endpoint], [base, `${base}/api/v1/oauth/token`]);
    assert.deepEqual(scopes_supported, [...SCOPES]);
    const all = await clientCredentialsGrant(client);
    assert.deepEqual([all.scope, all.token_type, all.expires_in], [READS.join(' '), 'bearer', 900]);
    const some = await clientCredentialsGrant(client, { scope: 'market:read' });
    assert.equal(some.scope, 'market:read');
    const markets = new URL('/api/v1/markets', base);
    const read = await fetchProtectedResource(client, some.access_token, markets, 'GET');
    assert.equal(read.status, 200);
    assert.match(read.headers.get('x-ratelimit-limit') ?? '', /^\d+$/);
  });
}

test('a misspelt scope, one that the key lacks and one above its role are refused, never left out', async () => {
  const client = await connect(await makeKey({ scopes: READS }));
  for (const scope of ['forecast:read', 'metrics:read', 'forecasts:read metrics:read', 'openid']) {
    await assert.rejects(clientCredentialsGrant(client, { scope }), refusalOf('invalid_scope'), scope);
  }
  const misspelt = await grant({ ...formOf(await makeKey()), scope: 'forecast:read' });
  assert.deepEqual(oauthErrorOf(misspelt), [400, 'invalid_scope']);
  assert.match(misspelt.text, /did you mean forecasts:read\?/);

  const viewer = await makeKey({ role: 'viewer' });
  assert.deepEqual(oauthErrorOf(await grant({ ...formOf(viewer), scope: 'portfolio:write' })), [
    400,
    'invalid_scope',
  ]);
  const whole = ClientToken.parse((await grant(formOf(viewer))).body);
  assert.equal(whole.scope, SCOPES.filter((scope) => scope !== 'portfolio:write').join(' '));
  const useless = await makeKey({ role: 'viewer', scopes: ['portfolio:write'] });
  assert.deepEqual(oauthErrorOf(await grant(formOf(useless))), [400, 'invalid_scope']);
});

test('the scopes that a role is given are those of the routes', () => {
  for (const scope of SCOPES) {
    const roles = Object.values(ACCESS_TABLE).flatMap((entry) =>
      entry.scope === scope ? [entry.role ?? 'viewer'] : [],
    );
    assert.ok(roles.length > 0, scope);
    for (const role of roles) assert.ok(scopesOf({ role, scopes: undefined }).includes(scope), scope);
    const opens = scopesOf({ role: 'viewer', scopes: undefined }).includes(scope);
    assert.equal(opens, roles.includes('viewer'), scope);
  }
});

test('a token opens what its scopes say and nothing else: no other read, no webhook, no key, no token', async () => {
  const key = await makeKey();
  const machine = await tokenOf(key, 'market:read');
  const prices = '/market/prices?date_from=2026-03-01&date_to=2026-03-02';
  assert.equal((await api.get(prices, machine)).status, 200);
  const latest = await api.get('/forecasts/latest?market_id=es&product=da', machine);
  assert.deepEqual(errorOf(latest), [403, 'insufficient_scope']);
  for (const path of ['/webhooks', '/auth/api-keys', '/portfolio/sites', '/settings', '/admin/tenants']) {
    assert.deepEqual(errorOf(await api.get(path, machine)), [403, 'insufficient_scope'], path);
  }
  const again = await grant({ client_id: key.id, client_secret: machine });
  assert.deepEqual(oauthErrorOf(again), [401, 'invalid_client']);
  const session = await grant({ client_id: key.id, client_secret: token });
  assert.deepEqual(oauthErrorOf(session), [401, 'invalid_client']);
});

test('a token ends by itself, with the expiry of its key and with the key', async () => {
  const short = await makeKey({ expires_at: '2026-03-30T10:10:00Z' });
  const { expires_in, access_token } = ClientToken.parse((await grant(formOf(short))).body);
  assert.equal(expires_in, (Date.parse('2026-03-30T10:10:00Z') - api.clock.now()) / 1000);
  const revoked = await makeKey();
  const rerolled = await makeKey();
  const tokens = [await tokenOf(revoked), await tokenOf(rerolled)];
  for (const machine of tokens) assert.equal((await api.get('/markets', machine)).status, 200);
  const other = await api.addProcess();
  const elsewhere = async (machine: string) =>
    (
      await other.inject({
        url: '/api/v1/markets',
        headers: { authorization: `Bearer ${machine}` },
      })
    ).statusCode;
  assert.equal(await elsewhere(tokens[0]), 200);
  await api.send('DELETE', `/auth/api-keys/${revoked.id}`, token);
  const overlap = { overlap_seconds: 0 };
  assert.equal((await api.send('POST', `/auth/api-keys/${rerolled.id}/reroll`, token, overlap)).status, 201);
  for (const machine of tokens) {
    assert.deepEqual(errorOf(await api.get('/markets', machine)), [401, 'invalid_token']);
  }
  assert.equal(await elsewhere(tokens[0]), 401);
  assert.deepEqual(oauthErrorOf(await grant(formOf(revoked))), [401, 'invalid_client']);

  const lasting = await makeKey();
  const machine = await tokenOf(lasting);
  api.clock.advance(5 * 60_000);
  assert.deepEqual(errorOf(await api.get('/markets', access_token)), [401, 'invalid_token']);
  api.clock.advance(10 * 60_000 - 1000);
  assert.equal((await api.get('/markets', machine)).status, 200);
  api.clock.advance(1000);
  const expired = await api.get('/markets', machine);
  assert.deepEqual(errorOf(expired), [401, 'invalid_token']);
  assert.match(expired.text, /POST \/oauth\/token/);
});

test('an open stream of events ends with its token', async () => {
  const machine = await tokenOf(await makeKey({ scopes: READS }));
  const stream = await fetch(`${base}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${machine}` },
    signal: AbortSignal.timeout(30_000),
  });
  assert.equal(stream.status, 200);
  api.clock.advance(900_000);
  api.outbox.notify();
  // It ends: the text has an end.
  assert.match(await stream.text(), /retry/);
});

test('tools of assistants take a token, and answer within its scopes', async () => {
  const machine = await tokenOf(await makeKey(), 'forecasts:read');
  const callTool = async (name: string) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const headers = { authorization: `Bearer ${machine}`, accept: 'application/json, text/event-stream' };
    const answer = await ask(api.app, { method: 'POST', url: '/mcp', headers, payload: call });
    assert.equal(answer.status, 200, answer.text);
    return answer.text;
  };
  assert.match(await callTool('get_status'), /"structuredContent"/);
  const refused = await callTool('get_accuracy');
  assert.match(refused, /"isError":true/);
  assert.match(refused, /metrics:read/);
});

test('a token that was altered, or signed by somebody else, is refused', async () => {
  const key = await makeKey({ scopes: ['market:read'] });
  const [header, , signature] = (await tokenOf(key)).split('.');
  const claims = { sub: key.id, scope: SCOPES.join(' '), iat: 0, exp: 4_000_000_000 };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'machine+jwt' })
    .sign(new Uint8Array(32));
  const untyped = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(api.sessionSecrets[0]);
  const none = `${Buffer.from('{"alg":"none","typ":"machine+jwt"}').toString('base64url')}.${payload}.`;
  for (const forged of [`${header}.${payload}.${signature}`, foreign, untyped, none]) {
    assert.deepEqual(errorOf(await api.get('/markets', forged)), [401, 'invalid_token'], forged);
  }
});

suite('the header Authorization:', () => {
  test('id and secret are decoded as a form is, with %, + and blanks in them', async () => {
    const { id, key } = await makeKey();
    const everyByte = (text: string) =>
      Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const authorization of [
      basic(id, key),
      basic(id.replaceAll('-', '%2D'), key.replace('_', '%5f')),
      basic(everyByte(id), everyByte(key)),
      basic(key.slice(0, 12), key),
      basic(id, key).replace('Basic', 'bAsIc '),
    ]) {
      assert.equal((await grant({}, { authorization })).status, 200, authorization);
    }
    for (const secret of [
      `${key}+`,
      `+${key}`,
      `${key}%20`,
      ` ${key}`,
      `${key}%`,
      `${key}%zz`,
      `${key}%c3%28`,
    ]) {
      const refused = await grant({}, { authorization: basic(id, secret) });
      assert.deepEqual(oauthErrorOf(refused), [401, 'invalid_client'], secret);
      assert.equal(refused.headers['www-authenticate'], 'Basic realm="Lonja", charset="UTF-8"');
    }
  });

  test('what is no id and secret is refused, and so are two ways at once', async () => {
    const { id, key } = await makeKey();
    const bare = Buffer.from(id).toString('base64');
    for (const authorization of [
      '',
      'Basic',
      `Basic ${bare}`,
      basic('', key),
      basic(id, ''),
      'Basic ***',
      `Bearer ${key}`,
      basic(id, `${key}:x`),
    ]) {
      const refused = await grant({}, { authorization });
      assert.deepEqual(oauthErrorOf(refused), [401, 'invalid_client'], authorization);
    }
    const authorization = basic(id, key);
    assert.equal((await grant({ client_id: id }, { authorization })).status, 200);
    for (const form of [{ client_secret: key }, { client_id: key }] as Record<string, string>[]) {
      assert.deepEqual(oauthErrorOf(await grant(form, { authorization })), [400, 'invalid_request']);
    }
  });
});

test('faulty forms are answered as RFC 6749 has it, and unknown parameters are ignored', async () => {
  const key = await makeKey({ scopes: READS });
  const form = new URLSearchParams(formOf(key)).toString();
  const valid = `grant_type=client_credentials&${form}`;
  assert.equal((await post(`${valid}&resource=x&audience=y&scope=`)).status, 200);
  const cases: [string, number, string, Post?][] = [
    ['', 400, 'invalid_request'],
    [form, 400, 'invalid_request'],
    [`grant_type=&${form}`, 400, 'invalid_request'],
    [`grant_type=password&${form}`, 400, 'unsupported_grant_type'],
    [`${valid}&scope=market:read&scope=market:read`, 400, 'invalid_request'],
    [`${valid}&client_id=x`, 400, 'invalid_request'],
    [`${valid}&scope=${'a'.repeat(501)}`, 400, 'invalid_request'],
    [`${valid}&scope=%22%5C%C3%A9`, 400, 'invalid_scope'],
    [`${valid}&scope=a%00b`, 400, 'invalid_request'],
    [valid, 400, 'invalid_request', { query: '?scope=market:read' }],
    [
      JSON.stringify({ grant_type: 'client_credentials' }),
      400,
      'invalid_request',
      { type: 'application/json' },
    ],
    ['grant_type=client_credentials', 401, 'invalid_client'],
    [`grant_type=client_credentials&client_id=${key.id}`, 401, 'invalid_client'],
    [`${valid}&x=${'a'.repeat(16_384)}`, 413, 'payload_too_large'],
  ];
  for (const [body, status, code, options] of cases) {
    assert.deepEqual(oauthErrorOf(await post(body, options)), [status, code], body.slice(0, 200));
  }
});

test('wrong secrets, ids of other keys and keys of a closed tenant get one answer', async () => {
  const own = await makeKey();
  const stranger = await api.createSession();
  const foreign = await makeKey({}, stranger.token);
  await api.db
    .updateTable('tenant')
    .set({ deactivated_at: new Date() })
    .where('id', '=', stranger.tenantId)
    .execute();
  const answers = [
    await grant({ client_id: own.id, client_secret: 'x' }),
    await grant({ client_id: foreign.id, client_secret: own.key }),
    await grant({ client_id: own.label, client_secret: own.key }),
    await grant({ client_id: own.prefix.slice(0, -1), client_secret: own.key }),
    await grant(formOf(foreign)),
  ];
  for (const answer of answers) {
    assert.deepEqual(oauthErrorOf(answer), [401, 'invalid_client']);
    assert.equal(OAuthError.parse(answer.body).detail, OAuthError.parse(answers[0].body).detail);
  }
});

test('allowed addresses hold for the request of a token and for the token', async () => {
  const key = await makeKey({ allowed_addresses: ['203.0.113.7'] });
  const refused = await grant(formOf(key), { address: '203.0.113.8' });
  assert.deepEqual(oauthErrorOf(refused), [403, 'address_not_allowed']);
  const { access_token } = ClientToken.parse((await grant(formOf(key), { address: '203.0.113.7' })).body);
  const from = (address: string) => api.get('/markets', access_token, { 'x-forwarded-for': address });
  assert.equal((await from('203.0.113.7')).status, 200);
  assert.deepEqual(errorOf(await from('203.0.113.8')), [403, 'address_not_allowed']);
});

test('tokens share the limit of their key, and asking for them counts', async () => {
  const key = await makeKey();
  await api.db.updateTable('api_key').set({ rate_limit: 5 }).where('id', '=', key.id).execute();
  const machines = [await tokenOf(key), await tokenOf(key, 'market:read')];
  assert.equal((await api.get('/markets', machines[0])).status, 200);
  assert.equal((await api.get('/markets', machines[1])).status, 200);
  assert.equal((await api.get('/markets', key.key)).status, 200);
  for (const credential of [...machines, key.key]) {
    assert.deepEqual(errorOf(await api.get('/markets', credential)), [429, 'rate_limited']);
  }
  const refused = await grant(formOf(key));
  assert.deepEqual(oauthErrorOf(refused), [429, 'rate_limited']);
  assert.equal(refused.headers['retry-after'], '60');
});

test('an address may ask for as many tokens as it may send other requests without a credential', async () => {
  const limits = {
    tenantRequestsPerMinute: 600,
    tenantKeys: 50,
    addressRequestsPerMinute: 3,
    addressConnections: 100,
  };
  const small = await createTestApi('2026-03-30T10:05:00Z', { limits });
  try {
    const key = await small.createKey();
    const asked = () =>
      ask(small.app, {
        method: 'POST',
        url: '/api/v1/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `grant_type=client_credentials&client_id=x&client_secret=${key}`,
      });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await asked()).status);
    assert.deepEqual(statuses, [401, 401, 401, 429]);
  } finally {
    await small.close();
  }
});

test('issued tokens and refusals are in the audit of the tenant, and no secret is in it or in the log', async () => {
  const own = await api.createSession();
  const key = await makeKey({}, own.token);
  const machine = await tokenOf(key, 'market:read');
  await grant({}, { authorization: basic('somebody', key.key) });
  await api.get('/markets', `${machine.slice(0, -4)}AAAA`);
  const audit = AuditPage.parse((await api.get('/settings/audit', own.token)).body).items;
  const found = audit.map(({ action, target, details }) => [action, target?.id, details]);
  assert.deepEqual(found.slice(0, 2), [
    ['credential.refused', key.id, { reason: 'client id of another key' }],
    ['token.issued', key.id, { scope: 'market:read' }],
  ]);
  const written = `${lines.join('')}${JSON.stringify(audit)}`;
  assert.ok(lines.length > 10);
  const { sub } = decodeJwt(machine);
  assert.equal(sub, key.id);
  for (const secret of [key.key, machine, machine.split('.')[2], basic('somebody', key.key)]) {
    assert.ok(!written.includes(secret));
  }
});
