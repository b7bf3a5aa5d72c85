import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { ApiKeyPage } from '../../src/people/api-keys/record.ts';
import { SessionPage, TotpConfirmed, TotpOffer } from '../../src/people/sessions/schemas.ts';
import { ChangedUser, Me } from '../../src/people/users/record.ts';
import { signIn, statusesOf, tokenOf } from '../http/sign-in.ts';
import { TEST_PASSWORD, type TestSession, createTestApi, errorOf } from '../http/test-api.ts';
import { tryWeakPasswords } from './weak-passwords.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a better horse';

const api = await createTestApi('2026-03-30T10:05:00Z', {
  sessionIdleMs: 12 * 60 * MINUTE_MS,
  superadminsNeedFactor: true,
});
after(() => api.close());

/** Public routes are limited by address, and no code of a second factor counts twice. */
beforeEach(() => api.clock.advance(15 * MINUTE_MS));

const statusOf = async (token: string, path = '/auth/me') => (await api.get(path, token)).status;
const newSession = async ({ email }: TestSession) => tokenOf(await signIn(api, email, TEST_PASSWORD));
const changeUser = (admin: TestSession, id: string, change: object) =>
  api.send('PATCH', `/auth/users/${id}`, admin.token, change);

async function mailedLink(email: string): Promise<string> {
  await api.send('POST', '/auth/password/forgot', undefined, { email });
  return /reset\?token=([\w-]+)/.exec((await api.deliverMail()).at(-1)?.text ?? '')?.[1] ?? '';
}

async function enrol({ token }: TestSession) {
  const answer = await api.send('POST', '/auth/totp/enrol', token, { password: TEST_PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(TotpOffer.parse(answer.body).secret) });
  const code = () => totp.generate({ timestamp: api.clock.now() });
  const confirmed = await api.send('POST', '/auth/totp/confirm', token, { otp: code() });
  return { code, codes: TotpConfirmed.parse(confirmed.body).recovery_codes };
}

suite('passwords', () => {
  test('a link that was mailed earlier dies with a change of the password', async () => {
    const user = await api.createSession();
    const link = await mailedLink(user.email);
    const body = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
    assert.equal((await api.send('POST', '/auth/password', user.token, body)).status, 200);
    const reset = { token: link, password: 'of the thief 71' };
    assert.equal((await api.send('POST', '/auth/password/reset', undefined, reset)).status, 422);
    assert.equal((await signIn(api, user.email, NEW_PASSWORD)).status, 200);
  });

  test('what is guessed first is refused wherever a password is set, with the rule that it breaks', async () => {
    const user = await api.createSession();
    await api.db.updateTable('tenant').set({ name: 'Levante Gas' }).where('id', '=', user.tenantId).execute();
    const link = await mailedLink(user.email);
    const guest = 'guest.user@levante.example.com';
    await api.send('POST', '/auth/invitations', user.token, { email: guest, role: 'viewer' });
    const invitation = /invite\?token=([\w-]+)/.exec((await api.deliverMail())[0].text)?.[1] ?? '';
    const send: typeof api.send = (...request) => api.send(...request);
    const place = { send, user, link, invitation };
    const { tries, accepted, rules } = await tryWeakPasswords(place, TEST_PASSWORD);
    assert.deepEqual(accepted, []);
    assert.deepEqual(rules, [
      'password_address',
      'password_common',
      'password_disguise',
      'password_length',
      'password_organisation',
      'password_repetition',
    ]);
    assert.ok(tries >= 40);
    const accept = { token: invitation, password: NEW_PASSWORD, full_name: 'Guest' };
    assert.equal((await api.send('POST', '/auth/invitations/accept', undefined, accept)).status, 201);
  });
});

suite('second factors', () => {
  test('the password alone neither removes a factor nor renews its codes; both end other sessions', async () => {
    const user = await api.createSession();
    const before = await newSession(user);
    const { code, codes } = await enrol(user);
    assert.equal(await statusOf(before), 401);
    const send = (verb: string, otp?: string) =>
      api.send('POST', `/auth/totp/${verb}`, user.token, { password: TEST_PASSWORD, ...(otp && { otp }) });
    for (const verb of ['remove', 'recovery-codes']) {
      for (const otp of [undefined, '000000', 'aaaaa-aaaaa'])
        assert.equal((await send(verb, otp)).status, 422);
    }
    api.clock.advance(MINUTE_MS);
    const other = tokenOf(await signIn(api, user.email, TEST_PASSWORD, code()));
    assert.equal((await send('remove', codes[0])).status, 200);
    assert.deepEqual([await statusOf(other), await statusOf(user.token)], [401, 200]);
  });

  test('where a tenant requires one, a user without one can only set it up, at once and everywhere', async () => {
    const admin = await api.createSession();
    const user = await api.createSession({ tenantId: admin.tenantId });
    const require = () => api.send('PATCH', '/settings', admin.token, { require_second_factor: true });
    assert.deepEqual(errorOf(await require()), [409, 'conflict']);
    await enrol(admin);
    assert.equal(await statusOf(user.token, '/markets'), 200);
    assert.equal((await require()).status, 200);
    assert.equal(await statusOf(admin.token, '/markets'), 200);
    for (const token of [user.token, await newSession(user)]) {
      for (const path of [
        '/markets',
        '/auth/users',
        '/auth/sessions',
        '/settings',
        '/admin/stats',
        '/webhooks',
      ]) {
        assert.equal(await statusOf(token, path), 403, path);
      }
      const keys = await api.send('POST', '/auth/api-keys', token, { label: 'a way round' });
      assert.deepEqual(errorOf(keys), [403, 'insufficient_scope']);
      assert.equal(Me.parse((await api.get('/auth/me', token)).body).second_factor_needed, true);
    }
    await enrol(user);
    assert.equal(await statusOf(user.token, '/markets'), 200);
  });

  test('where the installation requires one of superadmins, nothing is open to one without it', async () => {
    const superadmin = await api.createSession({ isSuperadmin: true });
    assert.equal(await statusOf(superadmin.token, '/admin/stats'), 403);
    await enrol(superadmin);
    assert.equal(await statusOf(superadmin.token, '/admin/stats'), 200);
  });
});

suite('users and tenants', () => {
  test('an admin ends the sessions of a user of the own tenant alone', async () => {
    const admin = await api.createSession();
    const user = await api.createSession({ tenantId: admin.tenantId, role: 'viewer' });
    const second = await newSession(user);
    const stranger = await api.createSession();
    const end = (by: TestSession) => api.send('POST', `/auth/users/${user.userId}/end-sessions`, by.token);
    assert.equal((await end(stranger)).status, 403);
    assert.equal((await end(user)).status, 403);
    assert.equal((await end(admin)).status, 204);
    assert.deepEqual([await statusOf(user.token), await statusOf(second)], [401, 401]);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD)).status, 200);
  });

  test('who deactivates a user is shown the keys that the user made, and may revoke them', async () => {
    const admin = await api.createSession();
    const leaver = await api.createSession({ tenantId: admin.tenantId });
    const make = async (label: string, by: TestSession) => {
      const { body } = await api.send('POST', '/auth/api-keys', by.token, { label });
      return String((body as { key: unknown }).key);
    };
    const [first, second, other] = [await make('1', leaver), await make('2', leaver), await make('3', admin)];
    const listed = await api.get(`/auth/api-keys?created_by=${leaver.userId}`, admin.token);
    assert.equal(ApiKeyPage.parse(listed.body).total, 2);
    const kept = ChangedUser.parse((await changeUser(admin, leaver.userId, { active: false })).body);
    assert.deepEqual(kept.api_keys.map(({ label, revoked_at }) => `${label} ${revoked_at}`).sort(), [
      '1 null',
      '2 null',
    ]);
    assert.equal(await statusOf(first, '/markets'), 200);
    const revoked = ChangedUser.parse(
      (await changeUser(admin, leaver.userId, { revoke_api_keys: true })).body,
    );
    assert.ok(revoked.api_keys.length === 2 && revoked.api_keys.every(({ revoked_at: at }) => at !== null));
    for (const key of [first, second]) assert.equal(await statusOf(key, '/markets'), 401);
    assert.equal(await statusOf(other, '/markets'), 200);
  });

  test('the last superadmin is deactivated by no route, and two cannot deactivate each other', async () => {
    await api.db.updateTable('app_user').set({ is_superadmin: false }).execute();
    const [one, two] = await Promise.all([1, 2].map(() => api.createSession({ isSuperadmin: true })));
    const adminOfOne = await api.createSession({ tenantId: one.tenantId });
    const adminOfTwo = await api.createSession({ tenantId: two.tenantId });
    for (const superadmin of [one, two]) await enrol(superadmin);
    const answers = await Promise.all([
      changeUser(adminOfOne, one.userId, { active: false }),
      changeUser(adminOfTwo, two.userId, { active: false }),
    ]);
    assert.deepEqual(statusesOf(answers), [200, 409]);
    const [last, admin] = answers[0].status === 409 ? [one, adminOfOne] : [two, adminOfTwo];
    assert.equal((await changeUser(admin, last.userId, { active: false })).status, 409);
    const third = await api.createSession({ isSuperadmin: true });
    await enrol(third);
    const deactivate = (by: TestSession, of: TestSession) =>
      api.send('POST', `/admin/tenants/${of.tenantId}/deactivate`, by.token);
    const tenants = await Promise.all([deactivate(last, third), deactivate(third, last)]);
    const done = statusesOf(tenants);
    assert.ok(done[0] === 200 && done[1] >= 400, String(done));
  });

  test('a reactivated user or tenant gets no old session back', async () => {
    await api.db.updateTable('app_user').set({ is_superadmin: false }).execute();
    const superadmin = await api.createSession({ isSuperadmin: true });
    await enrol(superadmin);
    const admin = await api.createSession();
    const user = await api.createSession({ tenantId: admin.tenantId });
    for (const active of [false, true]) await changeUser(admin, user.userId, { active });
    assert.equal(await statusOf(user.token), 401);
    for (const verb of ['deactivate', 'reactivate']) {
      const path = `/admin/tenants/${admin.tenantId}/${verb}`;
      assert.equal((await api.send('POST', path, superadmin.token)).status, 200);
    }
    assert.equal(await statusOf(admin.token), 401);
    assert.equal((await signIn(api, admin.email, TEST_PASSWORD)).status, 200);
  });

  test('a session that is not used ends, and is listed no more; one that is used lives as long as its token', async () => {
    const user = await api.createSession();
    api.clock.advance(6 * 60 * MINUTE_MS);
    const second = await newSession(user);
    api.clock.advance(6 * 60 * MINUTE_MS + 1);
    assert.equal(await statusOf(user.token), 401);
    const { items } = SessionPage.parse((await api.get('/auth/sessions', second)).body);
    assert.equal(items.length, 1);
    api.clock.advance(11 * 60 * MINUTE_MS);
    assert.equal(await statusOf(second), 200);
    api.clock.advance(12 * 60 * MINUTE_MS + 1);
    assert.equal(await statusOf(second), 401);
  });
});
