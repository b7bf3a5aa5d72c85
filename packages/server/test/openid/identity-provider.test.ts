import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { z } from 'zod';
import { IdentityProvider, ProviderOfTenantPage, ProviderTest } from '../../src/people/openid/schemas.ts';
import { signIn as signInByPassword } from '../http/sign-in.ts';
import { type Answer, TEST_PASSWORD, createTestApi, errorOf } from '../http/test-api.ts';
import { createOpenIdApi, sessionOf, urlOf } from './open-id-api.ts';
import { CLIENTS, SERVICE_URL, runProvider } from './run-provider.ts';
import { currentCode, enrol } from './second-factor.ts';

const provider = await runProvider();
after(() => provider.close());
const { api, confirm, makeTenant, set, signIn, start } = await createOpenIdApi(provider);
after(() => api.close());

const PATH = '/settings/identity-provider';

function faultsOf(answer: Answer): Record<string, string> {
  assert.equal(answer.status, 422, answer.text);
  const { detail } = answer.body as { detail: { loc: string[]; msg: string }[] };
  return Object.fromEntries(detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]));
}

async function shown(token: string): Promise<z.infer<typeof IdentityProvider>> {
  return IdentityProvider.parse((await api.get(PATH, token)).body);
}

/** A tenant whose provider is required, and its admin, who has a second factor. */
async function makeRequired() {
  const tenant = await makeTenant();
  provider.people['boss'] = { email: tenant.email, email_verified: true };
  sessionOf(await signIn(tenant.name, 'boss'));
  const secret = await enrol(api, tenant.token);
  const answer = await set(tenant.token, { required: true });
  assert.equal(answer.status, 200, answer.text);
  return { ...tenant, secret };
}

test('an admin sets, reads, tests and removes the provider', async () => {
  const { token } = await api.createSession();
  assert.deepEqual(errorOf(await api.get(PATH, token)), [404, 'not_found']);
  assert.equal((await api.send('POST', `${PATH}/test`, token)).status, 404);
  assert.equal((await api.send('DELETE', PATH, token)).status, 404);
  assert.equal((await set(token)).status, 200);
  const record = await shown(token);
  assert.equal(record.redirect_uri, `${SERVICE_URL}/sign-in/return`);
  assert.match(record.sign_in_url, /^https:\/\/lonja\.example\.com\/sign-in\/[\da-f]{16}$/);
  assert.deepEqual([record.has_client_secret, record.required, record.proven_at], [true, false, null]);
  assert.deepEqual(record.scopes, ['openid', 'email', 'profile']);
  const tested = ProviderTest.parse((await api.send('POST', `${PATH}/test`, token)).body);
  assert.deepEqual(tested, { faults: [], signing_keys: 1, client_accepted: true });
  assert.doesNotMatch((await api.get(PATH, token)).text, /"client_secret"/);
  // The secret stays where none is sent.
  assert.equal((await set(token, { client_secret: undefined, creates_users: true })).status, 200);
  assert.deepEqual(
    [(await shown(token)).has_client_secret, (await shown(token)).creates_users],
    [true, true],
  );
  assert.equal((await api.send('DELETE', PATH, token)).status, 204);
  assert.equal((await api.get(PATH, token)).status, 404);
});

test('what is wrong with a provider is said when it is saved, and nothing is saved', async (t) => {
  t.after(() => {
    provider.tampering = {};
  });
  const { token } = await api.createSession();
  const cases: [object, string, RegExp][] = [
    [{ issuer: `${provider.issuer}/.well-known/openid-configuration` }, 'issuer', /without \/\.well-known\//],
    [{ issuer: 'https://login.example.com?tenant=1' }, 'issuer', /without a query/],
    [{ issuer: 'not an address' }, 'issuer', /./],
    [{ issuer: `${provider.issuer}/tenant` }, 'issuer', /status 404/],
    [{ issuer: provider.issuer.replace('127.0.0.1', 'localhost') }, 'issuer', /https|public internet/],
    [{ issuer: 'https://127.0.0.1' }, 'issuer', /public internet.*SIGN_IN_PRIVATE_ORIGINS/],
    [{ issuer: 'http://192.0.2.1' }, 'issuer', /https/],
    [{ issuer: 'https://login.example.com' }, 'issuer', /cannot be reached|no network/],
    [{ client_secret: 'wrong' }, 'client_secret', /invalid_client/],
    [{ client_id: 'unknown' }, 'client_secret', /invalid_client/],
    [{ client_id: CLIENTS.open.client_id.slice(1), client_secret: null }, 'client_id', /invalid_client/],
    [{ scopes: ['openid', 'emial'] }, 'scopes', /the scope emial; did you mean email\?/],
    [{ scopes: ['email'] }, 'scopes', /openid must be among/],
    [{ roles: { desk: 'king' } }, 'roles.desk', /./],
  ];
  for (const [fields, field, text] of cases) {
    const faults = faultsOf(await set(token, fields));
    assert.match(faults[field] ?? JSON.stringify(faults), text);
  }
  assert.equal((await api.get(PATH, token)).status, 404);
  const tampered: [(metadata: Record<string, unknown>) => Record<string, unknown>, RegExp][] = [
    [(metadata) => ({ ...metadata, issuer: 'https://other.example' }), /another issuer/],
    [({ jwks_uri: _keys, ...metadata }) => metadata, /lack jwks_uri/],
    [(metadata) => ({ ...metadata, response_types_supported: ['id_token'] }), /flow with a code/],
    [(metadata) => ({ ...metadata, jwks_uri: 'https://127.0.0.1/keys' }), /public internet/],
    [(metadata) => ({ ...metadata, token_endpoint: 'http://169.254.169.254/latest' }), /https|HTTPS/],
  ];
  for (const [metadata, text] of tampered) {
    provider.tampering = { metadata };
    assert.match(faultsOf(await set(token))['issuer'] ?? '', text);
  }
});

test('without leave of the operator no provider is asked on a private network', async (t) => {
  const strict = await createTestApi(new Date().toISOString());
  t.after(() => strict.close());
  const { token } = await strict.createSession();
  const before = provider.asked.length;
  const body = { issuer: provider.issuer, client_id: 'lonja', client_secret: null };
  for (const issuer of [provider.issuer, 'https://10.0.0.1', 'https://[::1]', 'https://metadata.internal']) {
    const answer = await strict.send('PUT', PATH, token, { ...body, issuer });
    assert.match(faultsOf(answer)['issuer'] ?? '', /https|public internet/);
  }
  assert.equal(provider.asked.length, before);
});

test('a secret goes to no other issuer than the one that it was given for', async (t) => {
  const { token } = await makeTenant();
  const other = await runProvider();
  t.after(() => other.close());
  const answer = await set(token, { issuer: other.issuer, client_secret: undefined });
  assert.match(faultsOf(answer)['client_secret'] ?? '', /secret of its own/);
  assert.deepEqual(other.asked, []);
});

test('another client unlinks everybody, who are linked anew by their addresses', async () => {
  const { name, token, tenantId, email } = await makeTenant();
  provider.people['linked'] = { email, email_verified: true };
  sessionOf(await signIn(name, 'linked'));
  assert.notEqual((await shown(token)).proven_at, null);
  const { client_id } = CLIENTS.open;
  assert.equal((await set(token, { client_id, client_secret: null })).status, 200);
  const links = await api.db
    .selectFrom('linked_identity')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .execute();
  assert.deepEqual(links, []);
  assert.deepEqual([(await shown(token)).proven_at, (await shown(token)).has_client_secret], [null, false]);
  sessionOf(await signIn(name, 'linked'));
});

test('a provider is required only once it has worked, by an admin who has another way in', async () => {
  const { name, token, email } = await makeTenant();
  const early = await set(token, { required: true });
  assert.deepEqual(errorOf(early), [409, 'conflict']);
  assert.match(early.text, /Nobody has signed in/);
  provider.people['boss'] = { email, email_verified: true };
  sessionOf(await signIn(name, 'boss'));
  const alone = await set(token, { required: true });
  assert.match(alone.text, /second factor of your own first/);
  await enrol(api, token);
  assert.equal((await set(token, { required: true })).status, 200);
  const { client_id } = CLIENTS.open;
  const other = await set(token, { client_id, client_secret: null, required: true });
  assert.deepEqual(errorOf(other), [409, 'conflict']);
});

test('where it is required, passwords, resets, changes and invitations by password are refused, and say why', async () => {
  const { name, token, tenantId, email, secret } = await makeRequired();
  const member = await api.createSession({ tenantId, role: 'manager' });
  const admin = await api.createSession({ tenantId, role: 'admin' });
  for (const one of [member, admin]) {
    const answer = await signInByPassword(api, one.email, TEST_PASSWORD);
    assert.deepEqual(errorOf(answer), [403, 'sign_in_refused']);
    assert.match(answer.text, new RegExp(`/sign-in/${name}`));
  }
  // Only after the right password does the answer say so.
  assert.deepEqual(errorOf(await signInByPassword(api, member.email, 'wrong')), [401, 'invalid_credentials']);
  const change = { current_password: TEST_PASSWORD, new_password: 'another good horse' };
  assert.deepEqual(errorOf(await api.send('POST', '/auth/password', member.token, change)), [
    403,
    'sign_in_refused',
  ]);
  assert.equal(
    (await api.send('POST', '/auth/password/forgot', undefined, { email: member.email })).status,
    202,
  );
  const mails = await api.deliverMail();
  assert.match(mails.at(-1)?.subject ?? '', /with your organisation/);
  assert.match(mails.at(-1)?.text ?? '', new RegExp(`/sign-in/${name}`));
  await api.send('POST', '/auth/invitations', token, { email: 'new@invited.example', role: 'viewer' });
  const invitation = /invite\?token=([\w-]+)/.exec((await api.deliverMail()).at(-1)?.text ?? '')?.[1] ?? '';
  const accepted = await api.send('POST', '/auth/invitations/accept', undefined, {
    token: invitation,
    password: 'a battery staple',
    full_name: 'New',
  });
  assert.deepEqual(errorOf(accepted), [403, 'sign_in_refused']);
  assert.ok(urlOf(await start(new Map(), { invitation })).startsWith(provider.issuer));
  // The way back in.
  api.clock.advance(60_000);
  const way = await signInByPassword(api, email, TEST_PASSWORD, currentCode(secret, api.clock.now()));
  assert.equal(way.status, 200, way.text);
  assert.equal((await set(token, { required: false })).status, 200);
  assert.equal((await signInByPassword(api, member.email, TEST_PASSWORD)).status, 200);
});

test('a link that was mailed before the provider was required sets no password', async () => {
  const { token, tenantId, ...tenant } = await makeRequired();
  await set(token, { required: false });
  const { email } = await api.createSession({ tenantId, role: 'viewer' });
  await api.send('POST', '/auth/password/forgot', undefined, { email });
  const link = /reset\?token=([\w-]+)/.exec((await api.deliverMail()).at(-1)?.text ?? '')?.[1] ?? '';
  await set(token, { required: true });
  const body = { token: link, password: 'another good horse' };
  assert.deepEqual(errorOf(await api.send('POST', '/auth/password/reset', undefined, body)), [
    403,
    'sign_in_refused',
  ]);
  await set(token, { required: false });
  assert.equal((await api.send('POST', '/auth/password/reset', undefined, body)).status, 204);
  assert.ok(tenant.name);
});

test('a user without a password sets one by mail where the provider is optional', async () => {
  const { name, tenantId } = await makeTenant({ creates_users: true });
  await confirm(tenantId, 'nopassword.example');
  const email = 'ana@nopassword.example';
  provider.people['nopassword'] = { email, email_verified: true };
  sessionOf(await signIn(name, 'nopassword'));
  assert.deepEqual(errorOf(await signInByPassword(api, email, TEST_PASSWORD)), [401, 'invalid_credentials']);
  await api.send('POST', '/auth/password/forgot', undefined, { email });
  const link = /reset\?token=([\w-]+)/.exec((await api.deliverMail()).at(-1)?.text ?? '')?.[1] ?? '';
  const body = { token: link, password: 'another good horse' };
  assert.equal((await api.send('POST', '/auth/password/reset', undefined, body)).status, 204);
  assert.equal((await signInByPassword(api, email, 'another good horse')).status, 200);
});

test('the operator lists providers, confirms domains of one tenant alone and lets passwords count again', async () => {
  const { tenantId } = await makeRequired();
  const { token: superadmin } = await api.createSession({ isSuperadmin: true });
  const other = await makeTenant();
  const change = (id: string, body: object) =>
    api.send('PATCH', `/admin/identity-providers/${id}`, superadmin, body);
  const member = await api.createSession({ tenantId, role: 'viewer' });
  assert.equal((await signInByPassword(api, member.email, TEST_PASSWORD)).status, 403);
  const changed = await change(tenantId, { domains: ['One.Example', 'one.example'], required: false });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await signInByPassword(api, member.email, TEST_PASSWORD)).status, 200);
  assert.match(
    faultsOf(await change(other.tenantId, { domains: ['one.example'] }))['domains'] ?? '',
    /another tenant/,
  );
  assert.equal((await change(other.tenantId, { domains: ['two.example'] })).status, 200);
  for (const body of [{}, { required: true }, { domains: ['example'] }, { domains: ['a b.example'] }]) {
    assert.equal((await change(tenantId, body)).status, 422);
  }
  for (const id of ['none', (await api.createSession()).tenantId]) {
    assert.equal((await change(id, { required: false })).status, 404);
  }
  const page = ProviderOfTenantPage.parse(
    (await api.get('/admin/identity-providers?page_size=100', superadmin)).body,
  );
  assert.deepEqual(page.items.find(({ tenant_id }) => tenant_id === tenantId)?.domains, ['one.example']);
  // A tenant's own change leaves what the operator has confirmed.
  await set(other.token, { creates_users: true });
  assert.deepEqual((await shown(other.token)).domains, ['two.example']);
});
