import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { z } from 'zod';
import { AuditPage } from '../../src/people/audit-log/schemas.ts';
import { Me } from '../../src/people/users/record.ts';
import { statusesOf } from '../http/sign-in.ts';
import { errorOf } from '../http/test-api.ts';
import { currentCode, enrol } from './second-factor.ts';
import { createOpenIdApi, sessionOf, urlOf } from './open-id-api.ts';
import { runProvider } from './run-provider.ts';

const provider = await runProvider();
after(() => provider.close());
const { api, confirm, finish, makeTenant, post, set, signIn, start } = await createOpenIdApi(provider);
after(() => api.close());

let count = 0;

/** A person of the provider with a name of its own. */
function person(fields: object = {}): { visitor: string; email: string } {
  const visitor = `person-${++count}`;
  const email = `${visitor}@desk.example`;
  provider.people[visitor] = { email, email_verified: true, name: 'Ana Ruiz', ...fields };
  return { visitor, email };
}

async function meOf(token: string): Promise<z.infer<typeof Me>> {
  return Me.parse((await api.get('/auth/me', token)).body);
}

async function auditOf(token: string, noun: string) {
  const page = AuditPage.parse((await api.get(`/settings/audit?action=${noun}`, token)).body);
  return page.items;
}

async function setEmail(userId: string, email: string): Promise<void> {
  await api.db.updateTable('app_user').set({ email }).where('id', '=', userId).execute();
}

test('a user of the tenant is linked by the verified address, and known by the subject from then on', async () => {
  const { name, token, tenantId } = await makeTenant();
  const user = await api.createSession({ tenantId, role: 'trader' });
  const { visitor } = person({ email: user.email.toUpperCase() });
  const first = await signIn(name, visitor);
  assert.equal(first.headers['cache-control'], 'no-store');
  assert.match(first.headers['set-cookie'] ?? '', /lonja_device_/);
  assert.equal((await meOf(sessionOf(first))).id, user.userId);
  provider.people[visitor] = { email: 'moved@elsewhere.example', email_verified: false };
  const me = await meOf(sessionOf(await signIn(name, visitor)));
  assert.deepEqual([me.id, me.email, me.role], [user.userId, user.email, 'trader']);
  const [succeeded] = await auditOf(token, 'sign_in.succeeded');
  assert.equal(succeeded?.details['by'], 'identity provider');
  assert.equal((await auditOf(token, 'identity.linked')).length, 1);
});

test('an address that is not verified, of another tenant or of nobody opens nothing, and the answers are the same', async () => {
  const { name, token, tenantId } = await makeTenant();
  const member = await api.createSession({ tenantId });
  const stranger = await api.createSession();
  for (const email_verified of [false, undefined, 'no', 0]) {
    const answer = await signIn(name, person({ email: member.email, email_verified }).visitor);
    assert.deepEqual(errorOf(answer), [403, 'sign_in_refused']);
    assert.match(answer.text, /no verified e-mail address/);
  }
  const other = await signIn(name, person({ email: stranger.email }).visitor);
  const unknown = await signIn(name, person().visitor);
  const detailOf = ({ body }: typeof other) => (body as { detail: string }).detail;
  assert.deepEqual(errorOf(other), [403, 'sign_in_refused']);
  assert.equal(detailOf(other), detailOf(unknown));
  await confirm(tenantId, new URL(`http://${stranger.email}`).host);
  await set(token, { creates_users: true });
  assert.equal(detailOf(await signIn(name, person({ email: stranger.email }).visitor)), detailOf(other));
  const failures = await auditOf(token, 'sign_in.failed');
  assert.ok(failures.length > 0 && failures.every(({ details }) => details['by'] === 'identity provider'));
});

test("Microsoft's word for a verified address counts, and text for true", async () => {
  const { name, tenantId } = await makeTenant();
  for (const claims of [{ email_verified: undefined, xms_edov: true }, { email_verified: 'true' }]) {
    const { email, userId } = await api.createSession({ tenantId });
    const { visitor } = person({ email, ...claims });
    assert.equal((await meOf(sessionOf(await signIn(name, visitor)))).id, userId);
  }
});

test('unknown people of a confirmed domain become users where the tenant wants that, without a password', async () => {
  const { name, token, tenantId } = await makeTenant({ creates_users: true });
  const early = person();
  assert.deepEqual(errorOf(await signIn(name, early.visitor)), [403, 'sign_in_refused']);
  await confirm(tenantId, `sub.${count}.example`, 'created.example');
  const { visitor, email } = person({ email: 'New@Created.Example' });
  const me = await meOf(sessionOf(await signIn(name, visitor)));
  assert.deepEqual([me.email, me.full_name, me.role], ['new@created.example', 'Ana Ruiz', 'viewer']);
  assert.notEqual(email, me.email);
  const [created] = await auditOf(token, 'user.created');
  assert.deepEqual(created?.details, { email: me.email, role: 'viewer' });
  await set(token, { creates_users: false });
  const later = person({ email: 'later@created.example' });
  assert.deepEqual(errorOf(await signIn(name, later.visitor)), [403, 'sign_in_refused']);
  assert.equal((await signIn(name, visitor)).status, 200);
});

test('a role follows the claim at each sign-in, the highest of several, and without one the default or a refusal', async () => {
  const roles = { desk: 'trader', leads: 'manager', admins: 'admin' };
  const { name, token, tenantId } = await makeTenant({
    scopes: ['openid', 'email', 'groups'],
    role_claim: 'groups',
    roles,
  });
  const user = await api.createSession({ tenantId, role: 'viewer' });
  const { visitor } = person({ email: user.email });
  const roleWith = async (groups: unknown) => {
    provider.people[visitor] = { ...provider.people[visitor], groups };
    const answer = await signIn(name, visitor);
    return answer.status === 200 ? (await meOf(sessionOf(answer))).role : errorOf(answer)[1];
  };
  assert.equal(await roleWith(['other', 'desk', 'leads']), 'manager');
  assert.equal(await roleWith('desk'), 'trader');
  assert.equal(await roleWith(['__proto__', 'constructor']), 'sign_in_refused');
  assert.equal(await roleWith(undefined), 'sign_in_refused');
  assert.equal(await roleWith(['admins']), 'admin');
  await set(token, {
    scopes: ['openid', 'email', 'groups'],
    role_claim: 'groups',
    roles,
    default_role: 'viewer',
  });
  assert.equal(await roleWith([]), 'viewer');
  await set(token, { scopes: ['openid', 'email', 'groups'], role_claim: 'realm.roles', roles });
  provider.people[visitor] = { ...provider.people[visitor], realm: { roles: ['leads'] } };
  assert.equal(await roleWith(undefined), 'manager');
  const changes = await auditOf(token, 'user.role_changed');
  assert.deepEqual(changes[0]?.details, { from: 'viewer', to: 'manager' });
});

test('the last admin stays one whatever the claims say', async () => {
  const { name, email, userId } = await makeTenant({
    scopes: ['openid', 'email', 'groups'],
    role_claim: 'groups',
    roles: { desk: 'trader' },
  });
  const { visitor } = person({ email, groups: ['desk'] });
  const me = await meOf(sessionOf(await signIn(name, visitor)));
  assert.deepEqual([me.id, me.role], [userId, 'admin']);
});

test('a deactivated user stays out by link and by address, and comes back only when an admin says so', async () => {
  const { name, token, tenantId } = await makeTenant({ creates_users: true });
  await confirm(tenantId, 'gone.example');
  const { visitor } = person({ email: 'ana@gone.example' });
  const { id } = await meOf(sessionOf(await signIn(name, visitor)));
  await api.send('PATCH', `/auth/users/${id}`, token, { active: false });
  for (const who of [visitor, person({ email: 'ana@gone.example' }).visitor]) {
    const answer = await signIn(name, who);
    assert.deepEqual(errorOf(answer), [403, 'sign_in_refused']);
    assert.match(answer.text, /deactivated/);
  }
  await api.send('PATCH', `/auth/users/${id}`, token, { active: true });
  assert.equal((await signIn(name, visitor)).status, 200);
});

test('an erased person is not made anew, but may be invited again', async () => {
  const { name, token, tenantId } = await makeTenant({ creates_users: true });
  await confirm(tenantId, 'erased.example');
  const email = 'ana@erased.example';
  const { visitor } = person({ email });
  const { id } = await meOf(sessionOf(await signIn(name, visitor)));
  assert.equal((await api.send('POST', `/auth/users/${id}/erase`, token, { email })).status, 200);
  assert.deepEqual(errorOf(await signIn(name, visitor)), [403, 'sign_in_refused']);
  await api.send('POST', '/auth/invitations', token, { email, role: 'manager' });
  const me = await meOf(sessionOf(await signIn(name, visitor)));
  assert.notEqual(me.id, id);
  assert.equal(me.role, 'manager');
});

test('another identity with the same address is refused until an admin unlinks the user', async () => {
  const { name, token, tenantId } = await makeTenant();
  const { email, userId } = await api.createSession({ tenantId });
  const [first, second] = [person({ email }).visitor, person({ email }).visitor];
  assert.equal((await signIn(name, first)).status, 200);
  const refused = await signIn(name, second);
  assert.deepEqual(errorOf(refused), [403, 'sign_in_refused']);
  assert.match(refused.text, /linked to another identity/);
  assert.equal((await api.send('DELETE', `/auth/users/${userId}/identity`, token)).status, 204);
  assert.equal((await api.send('DELETE', `/auth/users/${userId}/identity`, token)).status, 404);
  assert.equal((await signIn(name, second)).status, 200);
});

test('superadmins of the platform are out of reach of the provider of a tenant', async () => {
  const { name, tenantId } = await makeTenant();
  const { email } = await api.createSession({ tenantId, isSuperadmin: true });
  const answer = await signIn(name, person({ email }).visitor);
  assert.deepEqual(errorOf(answer), [403, 'sign_in_refused']);
});

test('an invited person enters by the provider with the link of the invitation, and with its role', async () => {
  const { name, token, tenantId } = await makeTenant();
  const { visitor, email } = person();
  await api.send('POST', '/auth/invitations', token, { email, role: 'trader' });
  // The word of the provider alone does not prove who reads the address.
  assert.deepEqual(errorOf(await signIn(name, visitor)), [403, 'sign_in_refused']);
  const [mail] = await api.deliverMail();
  const invitation = /invite\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const browser = new Map<string, string>();
  const back = await provider.visit(urlOf(await start(browser, { invitation })));
  const me = await meOf(sessionOf(await finish(browser, back.search.slice(1))));
  assert.deepEqual([me.email, me.role, me.tenant.id], [email, 'trader', tenantId]);
  assert.equal((await start(browser, { invitation })).status, 404);
});

test('the link of an invitation lets nobody else in', async () => {
  const { token } = await makeTenant();
  await api.send('POST', '/auth/invitations', token, { email: person().email, role: 'admin' });
  const mails = await api.deliverMail();
  const invitation = /invite\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const browser = new Map<string, string>();
  provider.visitor = person().visitor;
  const back = await provider.visit(urlOf(await start(browser, { invitation })));
  assert.deepEqual(errorOf(await finish(browser, back.search.slice(1))), [403, 'sign_in_refused']);
});

test('the provider answers for the second factor, unless the tenant demands its own', async () => {
  const { name, token, tenantId } = await makeTenant();
  const user = await api.createSession({ tenantId });
  const secret = await enrol(api, user.token);
  const { visitor } = person({ email: user.email });
  assert.equal((await signIn(name, visitor)).status, 200);
  await enrol(api, token);
  assert.equal((await api.send('PATCH', '/settings', token, { require_second_factor: true })).status, 200);
  const browser = new Map<string, string>();
  const owing = await signIn(name, visitor, browser);
  assert.deepEqual([owing.status, owing.body], [202, { second_factor_needed: true }]);
  const otp = () => ({ otp: currentCode(secret, api.clock.now()) });
  assert.deepEqual(errorOf(await post(new Map(), '/auth/openid/code', otp())), [403, 'sign_in_refused']);
  assert.deepEqual(errorOf(await post(browser, '/auth/openid/code', { otp: '000000' })), [
    401,
    'invalid_credentials',
  ]);
  api.clock.advance(60_000);
  const entered = await post(browser, '/auth/openid/code', otp());
  assert.equal((await meOf(sessionOf(entered))).id, user.userId);
  assert.deepEqual(errorOf(await post(browser, '/auth/openid/code', otp())), [403, 'sign_in_refused']);
  const without = await api.createSession({ tenantId });
  const other = person({ email: without.email });
  const session = sessionOf(await signIn(name, other.visitor));
  assert.equal((await meOf(session)).second_factor_needed, true);
});

test('who was made by the provider sets up a second factor without a password, right after the sign-in', async () => {
  const { name, token, tenantId } = await makeTenant({ creates_users: true });
  await confirm(tenantId, 'factor.example');
  await enrol(api, token);
  assert.equal((await api.send('PATCH', '/settings', token, { require_second_factor: true })).status, 200);
  const { visitor } = person({ email: 'new@factor.example' });
  const late = sessionOf(await signIn(name, visitor));
  api.clock.advance(11 * 60_000);
  const refused = await api.send('POST', '/auth/totp/enrol', late, { password: 'any text' });
  assert.deepEqual(errorOf(refused), [422, 'validation_error']);
  assert.match(refused.text, /Sign in anew by your organisation/);
  const session = sessionOf(await signIn(name, visitor));
  assert.equal((await meOf(session)).second_factor_needed, true);
  await enrol(api, session);
  assert.equal((await meOf(session)).second_factor_needed, false);
});

test('a sign-in begins with the name or a confirmed domain, and the answer is the same with and without an account', async () => {
  const { name, tenantId } = await makeTenant();
  await setEmail((await api.createSession({ tenantId })).userId, 'known@lookup.example');
  assert.equal((await start(new Map(), { email: 'known@lookup.example' })).status, 404);
  await confirm(tenantId, 'lookup.example');
  for (const local of ['known', 'nobody', 'KNOWN']) {
    const url = new URL(urlOf(await start(new Map(), { email: `${local}@Lookup.Example` })));
    assert.deepEqual([url.origin, url.searchParams.get('login_hint')], [provider.issuer, null]);
  }
  for (const search of [{ name: '0123456789abcdef' }, { email: 'a@nowhere.example' }]) {
    assert.deepEqual(errorOf(await start(new Map(), search)), [404, 'not_found']);
  }
  for (const search of [{}, { name, email: 'a@b.example' }, { name: "'; --" }, { email: 'no' }]) {
    assert.deepEqual(errorOf(await start(new Map(), search)), [422, 'validation_error']);
  }
  await api.db.updateTable('tenant').set({ deactivated_at: new Date() }).where('id', '=', tenantId).execute();
  assert.equal((await start(new Map(), { name })).status, 404);
});

test('an answer is worth something once, in the browser that began, and for ten minutes', async () => {
  const { name, tenantId } = await makeTenant();
  const { email } = await api.createSession({ tenantId });
  provider.visitor = person({ email }).visitor;
  const browser = new Map<string, string>();
  const back = (await provider.visit(urlOf(await start(browser, { name })))).search.slice(1);
  assert.equal(back.includes('iss='), true);
  const refusal = [403, 'sign_in_refused'];
  assert.deepEqual(errorOf(await finish(new Map(), back)), refusal);
  const other = new Map<string, string>();
  await start(other, { name });
  assert.deepEqual(errorOf(await finish(other, back)), refusal);
  // The cookie of another sign-in under the name of this one.
  const [own, foreign] = [[...browser.keys()][0] ?? '', [...other.values()][0] ?? ''];
  assert.deepEqual(errorOf(await finish(new Map([[own, foreign]]), back)), refusal);
  assert.deepEqual(errorOf(await finish(browser, '')), refusal);
  const kept = new Map(browser);
  assert.equal((await finish(browser, back)).status, 200);
  assert.equal(browser.size, 1, 'the cookie of the device alone');
  assert.deepEqual(errorOf(await finish(kept, back)), refusal);
  const late = new Map<string, string>();
  const lateBack = (await provider.visit(urlOf(await start(late, { name })))).search.slice(1);
  api.clock.advance(601_000);
  assert.deepEqual(errorOf(await finish(late, lateBack)), refusal);
});

test('two sign-ins of one browser do not disturb each other', async () => {
  const { name, tenantId } = await makeTenant();
  const { email } = await api.createSession({ tenantId });
  provider.visitor = person({ email }).visitor;
  const browser = new Map<string, string>();
  const [one, two] = [urlOf(await start(browser, { name })), urlOf(await start(browser, { name }))];
  const backs = [await provider.visit(one), await provider.visit(two)];
  for (const back of backs) assert.equal((await finish(browser, back.search.slice(1))).status, 200);
});

test('sign-ins of one browser that end at the same time are one', async () => {
  const { name, tenantId } = await makeTenant();
  const { email } = await api.createSession({ tenantId });
  provider.visitor = person({ email }).visitor;
  const browser = new Map<string, string>();
  const back = (await provider.visit(urlOf(await start(browser, { name })))).search.slice(1);
  const answers = await Promise.all([1, 2, 3].map(() => finish(new Map(browser), back)));
  assert.deepEqual(statusesOf(answers), [200, 403, 403]);
});

test('people who sign in for the first time at once are made once', async () => {
  const { name, tenantId } = await makeTenant({ creates_users: true });
  await confirm(tenantId, 'atonce.example');
  const { visitor } = person({ email: 'ana@atonce.example' });
  const answers = await Promise.all([1, 2].map(() => signIn(name, visitor)));
  assert.ok(answers.some(({ status }) => status === 200));
  const { rows } = {
    rows: await api.db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', 'ana@atonce.example')
      .execute(),
  };
  assert.equal(rows.length, 1);
  assert.equal((await signIn(name, visitor)).status, 200);
});
