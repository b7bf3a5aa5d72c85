import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { decodeJwt } from 'jose';
import { TokenResponse } from '../../src/people/sessions/schemas.ts';
import { createTenant, createUser } from '../../src/people/access/create-identities.ts';
import { type Answer, ask, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const context = { db: api.db, clock: api.clock };
const PASSWORD = 'correct horse';
const FORM = 'application/x-www-form-urlencoded';
let tenantId = '';
let userId = '';
let address = 0;

before(async () => {
  tenantId = await createTenant(context, { name: 'Test' });
  userId = await createAccount('Ana@Example.com');
});

/** Every test comes from an address of its own. */
beforeEach(() => {
  address++;
});

function createAccount(email: string): Promise<string> {
  return createUser(context, { tenantId, email, password: PASSWORD, fullName: 'Ana', role: 'trader' });
}

type PostOptions = Omit<InjectOptions, 'url'> & { url?: string };

function post(payload: string, options: PostOptions = {}): Promise<Answer> {
  return ask(api.app, {
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: { 'content-type': FORM },
    payload,
    remoteAddress: `10.0.0.${address}`,
    ...options,
  });
}

function signIn(username: string, password: string, options: PostOptions = {}): Promise<Answer> {
  return post(new URLSearchParams({ username, password }).toString(), options);
}

test('a session token opens the API for 24 hours', async () => {
  const answer = await signIn('ana@example.COM', PASSWORD);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const { access_token, ...rest } = TokenResponse.parse(answer.body);
  assert.deepEqual(rest, { token_type: 'bearer', expires_in: 86_400 });
  const { jti, ...claims } = decodeJwt(access_token);
  const now = api.clock.now() / 1000;
  assert.equal(typeof jti, 'string');
  assert.deepEqual(claims, {
    sub: userId,
    tid: tenantId,
    role: 'trader',
    ver: 1,
    iat: now,
    exp: now + 86_400,
  });
  api.clock.advance(86_399_000);
  assert.equal((await api.get('/markets', access_token)).status, 200);
  api.clock.advance(1000);
  assert.deepEqual(errorOf(await api.get('/markets', access_token)), [401, 'invalid_token']);
});

test('fields of OAuth 2 clients are ignored', async () => {
  const form = new URLSearchParams({
    grant_type: 'password',
    scope: '',
    username: 'ana@example.com',
    password: PASSWORD,
  });
  assert.equal((await post(form.toString())).status, 200);
});

test('missing, empty, repeated and unreadable fields are 422', async () => {
  const bodies: [string, PostOptions?][] = [
    [''],
    ['username=ana%40example.com'],
    ['password=x'],
    ['username=&password='],
    ['username=a&username=b&password=x'],
    [`username=${'a'.repeat(255)}&password=x`],
    [`username=a&password=${'x'.repeat(129)}`],
    ['{"username":"ana@example.com","password":"x"}', { headers: { 'content-type': 'application/json' } }],
    ['{"username":', { headers: { 'content-type': 'application/json' } }],
    ['username=a&password=x', { headers: { 'content-type': 'text/plain' } }],
    ['username=a&password=x', { headers: {} }],
  ];
  for (const [body, options] of bodies) {
    assert.deepEqual(errorOf(await post(body, options)), [422, 'validation_error'], body);
  }
  const empty = await ask(api.app, { method: 'POST', url: '/api/v1/auth/token' });
  assert.deepEqual(errorOf(empty), [422, 'validation_error']);
});

test('credentials in the address are refused', async () => {
  const options = { url: '/api/v1/auth/token?username=ana%40example.com' };
  const answer = await signIn('ana@example.com', PASSWORD, options);
  assert.deepEqual(errorOf(answer), [400, 'unknown_parameter']);
});

test('a body over 1 MiB is 413', async () => {
  const answer = await post(`username=a&password=${'x'.repeat(1_048_577)}`);
  assert.deepEqual(errorOf(answer), [413, 'payload_too_large']);
});

test('a wrong password, an unknown account and a deactivated one get the same answer', async () => {
  const inactive = await createAccount('gone@example.com');
  await api.db
    .updateTable('app_user')
    .set({ deactivated_at: new Date() })
    .where('id', '=', inactive)
    .execute();
  const answers = [
    await signIn('ana@example.com', 'wrong password'),
    await signIn('nobody@example.com', PASSWORD),
    await signIn('gone@example.com', PASSWORD),
    await signIn("' or 1=1 --", PASSWORD),
  ];
  for (const answer of answers) {
    assert.deepEqual(errorOf(answer), [401, 'invalid_credentials']);
    assert.equal(withoutRequestId(answer), withoutRequestId(answers[0]));
  }
});

test('an unknown account takes as long as a wrong password', async () => {
  await createAccount('slow@example.com');
  const unknown: number[] = [];
  const wrong: number[] = [];
  for (let i = 0; i < 9; i++) {
    unknown.push(
      await timeOf(() => signIn(`nobody-${i}@example.com`, PASSWORD, { remoteAddress: `10.1.0.${i}` })),
    );
    wrong.push(await timeOf(() => signIn('slow@example.com', 'wrong', { remoteAddress: `10.2.0.${i}` })));
  }
  assert.ok(median(unknown) > median(wrong) / 2, `${median(unknown)} ms against ${median(wrong)} ms`);
});

test('ten failures for an account are followed by 429 from their address, for fifteen minutes, and from no other', async () => {
  await createAccount('guessed@example.com');
  for (let i = 0; i < 10; i++)
    assert.equal((await signIn('guessed@example.com', 'wrong password')).status, 401);
  const refused = await signIn('guessed@example.com', PASSWORD);
  assert.deepEqual(errorOf(refused), [429, 'rate_limited']);
  assert.equal(refused.headers['retry-after'], '900');
  const elsewhere = { remoteAddress: '10.3.0.1' };
  assert.equal((await signIn('guessed@example.com', PASSWORD, elsewhere)).status, 200);
  api.clock.advance(900_000);
  assert.equal((await signIn('guessed@example.com', PASSWORD)).status, 200);
});

test('ten failures from an address are followed by 429 for every account', async () => {
  for (let i = 0; i < 10; i++) assert.equal((await signIn(`nobody-${i}@example.org`, 'wrong')).status, 401);
  assert.deepEqual(errorOf(await signIn('ana@example.com', PASSWORD)), [429, 'rate_limited']);
});

test('attempts made at the same time cannot pass the limit together, and right ones do not fail by it', async () => {
  await createAccount('busy@example.com');
  const right = await Promise.all(Array.from({ length: 15 }, () => signIn('busy@example.com', PASSWORD)));
  assert.ok(right.every((answer) => answer.status === 200));
  const wrong = await Promise.all(Array.from({ length: 15 }, () => signIn('busy@example.com', 'wrong')));
  assert.equal(wrong.filter((answer) => answer.status === 401).length, 10);
  assert.equal(wrong.filter((answer) => answer.status === 429).length, 5);
});

test('an address may make 60 requests a minute', async () => {
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await post('')).status));
  assert.equal(statuses.filter((status) => status === 422).length, 60);
  assert.equal(statuses.filter((status) => status === 429).length, 1);
});

test('a null character in the address is 422, one in the password is a wrong password', async () => {
  assert.deepEqual(errorOf(await signIn('ana\0@example.com', PASSWORD)), [422, 'validation_error']);
  assert.deepEqual(errorOf(await signIn('ana@example.com', `${PASSWORD}\0`)), [401, 'invalid_credentials']);
});

test('a missing body is answered with what to send', async () => {
  const answer = await ask(api.app, { method: 'POST', url: '/api/v1/auth/token' });
  assert.deepEqual(errorOf(answer), [422, 'validation_error']);
  assert.match(answer.text, /Send username and password as application\/x-www-form-urlencoded/);
});

function withoutRequestId(answer: Answer): string {
  return answer.text.replace(/"request_id":"[^"]*"/, '');
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
