import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, test } from 'node:test';
import { pino } from 'pino';
import { errorOf } from '../http/test-api.ts';
import { createOpenIdApi, sessionOf, urlOf } from './open-id-api.ts';
import { CLIENTS, type Tampering, runProvider } from './run-provider.ts';

const lines: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
const provider = await runProvider();
after(() => provider.close());
const { api, finish, makeTenant, set, signIn, start } = await createOpenIdApi(provider, { logger });
after(() => api.close());
const { name, email, token, tenantId } = await makeTenant();
provider.people['ana'] = { email, email_verified: true };
const refusal = [403, 'sign_in_refused'];

afterEach(() => {
  provider.tampering = {};
});

/** What is said of a sign-in whose answers are changed on their way. */
async function faultWith(tampering: Tampering): Promise<{ error: unknown[]; text: string }> {
  const browser = new Map<string, string>();
  const back = await provider.visit(urlOf(await start(browser, { name })));
  provider.tampering = tampering;
  const answer = await finish(browser, back.search.slice(1));
  provider.tampering = {};
  return { error: errorOf(answer), text: answer.text };
}

const nowS = () => Math.floor(Date.now() / 1000);

test('an ID token that is not for this sign-in is refused, and the reason is said', async () => {
  const cases: [Tampering['idToken'], RegExp][] = [
    [(claims) => ({ ...claims, iss: 'https://other.example' }), /of another issuer/],
    [(claims) => ({ ...claims, aud: 'another client' }), /for another client/],
    [
      (claims) => ({ ...claims, aud: [CLIENTS.post.client_id, 'other'], azp: 'other' }),
      /issued to another client/,
    ],
    [(claims) => ({ ...claims, nonce: 'replayed' }), /another sign-in/],
    [({ nonce: _nonce, ...claims }) => claims, /nonce|another sign-in|not valid/i],
    [(claims) => ({ ...claims, exp: nowS() - 60, iat: nowS() - 120 }), /compare the clocks/],
    [(claims) => ({ ...claims, nbf: nowS() + 120 }), /compare the clocks/],
    [({ sub: _sub, ...claims }) => claims, /not valid/],
  ];
  for (const [idToken, text] of cases) {
    const fault = await faultWith({ ...(idToken && { idToken }) });
    assert.deepEqual(fault.error, refusal);
    assert.match(fault.text, text);
  }
});

test('clocks may differ by half a minute, whatever the time of the service is', async () => {
  provider.tampering = { idToken: (claims) => ({ ...claims, exp: nowS() - 20, iat: nowS() - 60 }) };
  assert.equal((await signIn(name, 'ana')).status, 200);
  provider.tampering = { idToken: (claims) => ({ ...claims, iat: nowS() + 20, nbf: nowS() + 20 }) };
  assert.equal((await signIn(name, 'ana')).status, 200);
});

test('a sign-in works right after the provider has changed its key, and a signature of another key does not', async () => {
  assert.equal((await signIn(name, 'ana')).status, 200);
  for (let change = 0; change < 2; change++) {
    await provider.changeKey();
    assert.equal((await signIn(name, 'ana')).status, 200);
  }
  const foreign = await faultWith({
    answer: (request, response) => {
      if (request.url !== '/jwks') return false;
      sendJson(response, { keys: [] });
      return true;
    },
  });
  assert.deepEqual(foreign.error, refusal);
  assert.match(foreign.text, /key/);
});

test('an answer that names another issuer, and one without its state, are refused', async () => {
  for (const change of [
    (query: URLSearchParams) => query.set('iss', 'https://other.example'),
    (query: URLSearchParams) => query.delete('iss'),
    (query: URLSearchParams) => query.append('code', 'second'),
    (query: URLSearchParams) => query.set('code', 'guessed'),
    (query: URLSearchParams) => query.append('state', 'second'),
  ]) {
    const browser = new Map<string, string>();
    provider.visitor = 'ana';
    const back = await provider.visit(urlOf(await start(browser, { name })));
    change(back.searchParams);
    assert.deepEqual(errorOf(await finish(browser, back.search.slice(1))), refusal);
  }
});

test('what the provider refuses reaches the reader in its words, on one line and no longer than shown', async () => {
  const browser = new Map<string, string>();
  const back = await provider.visit(urlOf(await start(browser, { name })));
  const query = new URLSearchParams({
    error: 'access_denied',
    error_description: `Not on\nthis list ${'x'.repeat(500)}`,
    state: back.searchParams.get('state') ?? '',
    iss: provider.issuer,
  });
  const answer = await finish(browser, query.toString());
  assert.deepEqual(errorOf(answer), refusal);
  const { detail } = answer.body as { detail: string };
  assert.match(detail, /refused the sign-in: access_denied \(Not on this list x+\)/);
  assert.ok(detail.length < 300, detail);
});

test('a provider that is away, slow, huge or broken is said to be so, and nobody waits long', async () => {
  const broken: [(response: ServerResponse) => void, [number, string], RegExp][] = [
    [(response) => void response.destroy(), [503, 'unavailable'], /cannot be reached/],
    [(response) => void response.writeHead(502).end(), [503, 'unavailable'], /status 502/],
    [
      (response) => sendJson(response, { id_token: 'x'.repeat(300_000) }),
      [403, 'sign_in_refused'],
      /too large/,
    ],
    [(response) => void response.writeHead(200).end('hello'), [403, 'sign_in_refused'], /JSON/],
    [
      (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
      [403, 'sign_in_refused'],
      /status 302/,
    ],
    [() => {}, [503, 'unavailable'], /did not answer in time/],
  ];
  for (const [send, error, text] of broken) {
    const startedAt = performance.now();
    const fault = await faultWith({
      answer: (request, response) => {
        if (request.url !== '/token') return false;
        send(response);
        return true;
      },
    });
    assert.deepEqual(fault.error, error);
    assert.match(fault.text, text);
    assert.ok(performance.now() - startedAt < 9000);
  }
  // The metadata are asked for once a minute, so that the start works on.
  assert.equal((await start(new Map(), { name })).status, 200);
});

test('starts without number ask the provider once', async () => {
  const before = provider.asked.length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(new Map(), { name })));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.ok(provider.asked.length - before <= 1, String(provider.asked.length - before));
});

test('odd characters in client id and secret reach the provider, in the header and in the form', async (t) => {
  const admin = await api.createSession();
  for (const client of [CLIENTS.basic, CLIENTS.post]) {
    const { client_id, client_secret } = client;
    assert.equal((await set(admin.token, { client_id, client_secret })).status, 200);
  }
  const onlyBasic = await runProvider({ authMethods: ['client_secret_basic'] });
  t.after(() => onlyBasic.close());
  const other = await createOpenIdApi(onlyBasic);
  t.after(() => other.api.close());
  const { client_id, client_secret } = CLIENTS.basic;
  const tenant = await other.makeTenant({ client_id, client_secret });
  onlyBasic.people['ana'] = { email: tenant.email, email_verified: true };
  sessionOf(await other.signIn(tenant.name, 'ana'));
  const wrong = await other.set(tenant.token, { client_id, client_secret: 'a b' });
  assert.equal(wrong.status, 422);
});

test('a client without a secret signs in by PKCE, and claims may come in the ID token', async (t) => {
  const open = await runProvider({ emailInIdToken: true });
  t.after(() => open.close());
  const other = await createOpenIdApi(open);
  t.after(() => other.api.close());
  const tenant = await other.makeTenant({ client_id: CLIENTS.open.client_id, client_secret: null });
  open.people['ana'] = { email: tenant.email, email_verified: true };
  sessionOf(await other.signIn(tenant.name, 'ana'));
  assert.equal(open.asked.includes('/me'), false);
});

test('a scope that the provider passed over is named where the address is missing', async () => {
  const admin = await api.createSession();
  provider.tampering = { metadata: ({ scopes_supported: _scopes, ...metadata }) => metadata };
  const saved = await set(admin.token, { scopes: ['openid', 'emial'] });
  assert.equal(saved.status, 200, saved.text);
  const { sign_in_url } = saved.body as { sign_in_url: string };
  const answer = await signIn(sign_in_url.split('/').at(-1) ?? '', 'ana');
  assert.deepEqual(errorOf(answer), refusal);
  assert.match(answer.text, /not the scopes emial/);
});

test('a user info of somebody else is not believed', async () => {
  const fault = await faultWith({
    answer: (request, response) => {
      if (request.url !== '/me') return false;
      sendJson(response, { sub: 'somebody else', email, email_verified: true });
      return true;
    },
  });
  assert.deepEqual(fault.error, refusal);
});

test('the secret of the client is sealed, and neither answers nor log nor audit show it', async () => {
  const shown = await api.get('/settings/identity-provider', token);
  const audit = await api.get('/settings/audit', token);
  const { client_secret: secret } = CLIENTS.post;
  for (const text of [shown.text, audit.text, lines.join('\n')]) {
    assert.ok(text.length > 0);
    assert.equal(text.includes(secret), false);
  }
  const stored = await api.db
    .selectFrom('identity_provider')
    .select('client_secret')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  assert.equal(stored.client_secret?.includes(secret), false);
});

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
