import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { ApiKeyPage, CreatedApiKey } from '../../src/people/api-keys/record.ts';
import { InvitationPage, InvitationRecord } from '../../src/people/invitations/record.ts';
import { Me, UserPage } from '../../src/people/users/record.ts';
import { signIn, statusesOf, tokenOf } from './sign-in.ts';
import { TEST_PASSWORD, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

/** Public routes and sign-ins are limited by address over these windows. */
beforeEach(() => api.clock.advance(15 * 60_000));

/** What was changed, without sign-ins and what was refused. */
async function auditActions(token: string): Promise<string[]> {
  const { text } = await api.get('/settings/audit', token);
  const actions = [...text.matchAll(/"action":"([^"]+)"/g)].map(([, action]) => action);
  return actions.filter((action) => !/^(sign_in|credential)\./.test(action));
}

suite('invitations', () => {
  async function invite(token: string, email: string, role = 'trader') {
    // An address is sent one mail a minute.
    api.clock.advance(60_000);
    const answer = await api.send('POST', '/auth/invitations', token, { email, role });
    assert.equal(answer.status, 201, answer.text);
    const [mail] = await api.deliverMail();
    assert.equal(mail.to, email);
    const link = /https:\/\/lonja\.example\.com\/invite\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    assert.equal(answer.text.includes(link), false);
    return { id: InvitationRecord.parse(answer.body).id, link };
  }
  const accept = (link: string) =>
    api.send('POST', '/auth/invitations/accept', undefined, {
      token: link,
      password: 'a good horse',
      full_name: 'Eva',
    });
  const lookUp = (link: string) => api.get(`/auth/invitations/lookup?token=${link}`);

  test('a mailed link makes a user of the tenant with the role, once', async () => {
    const { token, tenantId } = await api.createSession();
    const { link } = await invite(token, 'eva@example.com');
    assert.deepEqual((await lookUp(link)).body, {
      email: 'eva@example.com',
      tenant_name: 'Test',
      role: 'trader',
      identity_provider: 'none',
    });
    const accepted = await accept(link);
    assert.equal(accepted.status, 201, accepted.text);
    const me = Me.parse((await api.get('/auth/me', tokenOf(accepted))).body);
    assert.deepEqual([me.email, me.role, me.tenant.id], ['eva@example.com', 'trader', tenantId]);
    assert.deepEqual(errorOf(await accept(link)), [404, 'not_found']);
    assert.deepEqual(errorOf(await lookUp(link)), [404, 'not_found']);
    assert.deepEqual((await auditActions(token)).slice(0, 2), ['invitation.accepted', 'invitation.created']);
  });

  test('a link ends after seven days, when it is taken back and when a newer one replaces it', async () => {
    const { token, tenantId } = await api.createSession();
    const first = await invite(token, 'late@example.com');
    api.clock.advance(1000);
    const second = await invite(token, 'late@example.com');
    assert.equal((await lookUp(first.link)).status, 404);
    assert.equal((await lookUp(second.link)).status, 200);
    assert.equal((await api.send('DELETE', `/auth/invitations/${second.id}`, token)).status, 204);
    assert.equal((await lookUp(second.link)).status, 404);
    api.clock.advance(1000);
    const third = await invite(token, 'late@example.com');
    api.clock.advance(7 * 86_400_000);
    assert.equal((await lookUp(third.link)).status, 404);
    assert.equal((await accept(third.link)).status, 404);
    const fresh = await api.createSession({ tenantId });
    const { items } = InvitationPage.parse((await api.get('/auth/invitations', fresh.token)).body);
    assert.deepEqual(
      items.map((item) => item.state),
      ['expired', 'revoked', 'revoked'],
    );
  });

  test('a user of the tenant cannot be invited; that an address has an account elsewhere stays unsaid', async () => {
    const { token, tenantId } = await api.createSession();
    const colleague = await api.createSession({ tenantId, role: 'viewer' });
    const elsewhere = await api.createSession();
    const body = (email: string) => ({ email, role: 'viewer' });
    const refused = await api.send('POST', '/auth/invitations', token, body(colleague.email));
    assert.deepEqual(errorOf(refused), [409, 'conflict']);
    const { link } = await invite(token, elsewhere.email);
    assert.deepEqual(errorOf(await accept(link)), [409, 'conflict']);
  });

  test('the same link accepted twice at once makes one user', async () => {
    const { token } = await api.createSession();
    const { link } = await invite(token, 'once@example.com');
    const answers = await Promise.all([accept(link), accept(link)]);
    assert.deepEqual(statusesOf(answers), [201, 404]);
  });
});

suite('users', () => {
  const change = (token: string, id: string, body: object) =>
    api.send('PATCH', `/auth/users/${id}`, token, body);

  test('a role counts from the next request, a deactivated user is out at once', async () => {
    const admin = await api.createSession();
    const user = await api.createSession({ tenantId: admin.tenantId, role: 'viewer' });
    assert.equal((await api.get('/auth/users', user.token)).status, 403);
    assert.equal((await change(admin.token, user.userId, { role: 'admin' })).status, 200);
    assert.equal((await api.get('/auth/users', user.token)).status, 200);
    assert.equal((await change(admin.token, user.userId, { active: false })).status, 200);
    assert.deepEqual(errorOf(await api.get('/auth/me', user.token)), [401, 'invalid_token']);
    assert.deepEqual(errorOf(await signIn(api, user.email, TEST_PASSWORD)), [401, 'invalid_credentials']);
    assert.equal((await change(admin.token, user.userId, { active: true })).status, 200);
    assert.equal((await api.get('/auth/me', user.token)).status, 401);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD)).status, 200);
    assert.deepEqual(await auditActions(admin.token), [
      'user.reactivated',
      'user.deactivated',
      'user.role_changed',
    ]);
    const { items, total } = UserPage.parse((await api.get('/auth/users', admin.token)).body);
    assert.deepEqual([items.length, total], [2, 2]);
  });

  test('the last active admin can be neither demoted nor deactivated', async () => {
    const admin = await api.createSession();
    for (const body of [{ role: 'manager' }, { active: false }, { role: 'viewer', active: false }]) {
      assert.deepEqual(errorOf(await change(admin.token, admin.userId, body)), [409, 'conflict']);
    }
    const second = await api.createSession({ tenantId: admin.tenantId });
    assert.equal((await change(admin.token, second.userId, { active: false })).status, 200);
    assert.equal((await change(admin.token, admin.userId, { role: 'viewer' })).status, 409);
    assert.equal((await change(admin.token, second.userId, { active: true })).status, 200);
    assert.equal((await change(admin.token, admin.userId, { role: 'viewer' })).status, 200);
  });

  test('two admins who remove each other at the same time leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await api.createSession();
      const second = await api.createSession({ tenantId: first.tenantId });
      await Promise.all([
        change(first.token, second.userId, { role: 'viewer' }),
        change(second.token, first.userId, { active: false }),
      ]);
      const rows = await api.db
        .selectFrom('app_user')
        .select('id')
        .where('tenant_id', '=', first.tenantId)
        .where('role', '=', 'admin')
        .where('deactivated_at', 'is', null)
        .execute();
      assert.equal(rows.length, 1);
    }
  });

  test('an empty change is 422', async () => {
    const admin = await api.createSession();
    for (const body of [{}, { role: 'owner' }, { active: 'no' }]) {
      const answer = await change(admin.token, admin.userId, body);
      assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(body));
    }
  });
});

suite('API keys', () => {
  const create = async (token: string, body: object) => {
    const answer = await api.send('POST', '/auth/api-keys', token, body);
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.headers['cache-control'], 'no-store');
    return CreatedApiKey.parse(answer.body);
  };
  const reroll = (token: string, id: string, body?: object) =>
    api.send('POST', `/auth/api-keys/${id}/reroll`, token, body);
  const works = async (key: string) => (await api.get('/markets', key)).status === 200;

  test('the full key is shown once, works at once, shows its last use and ends when it is revoked', async () => {
    const { token } = await api.createSession();
    const { id, key, ...record } = await create(token, {
      label: ' Sheet ',
      scopes: ['forecasts:read'],
      expires_at: null,
    });
    assert.deepEqual([record.label, record.scopes, record.role], ['Sheet', ['forecasts:read'], 'admin']);
    assert.ok(await works(key));
    const list = await api.get('/auth/api-keys', token);
    assert.equal(list.text.includes(key), false);
    const [listed] = ApiKeyPage.parse(list.body).items;
    assert.equal(listed.last_used_at, new Date(api.clock.now()).toISOString().replace('.000', ''));
    assert.equal((await api.send('DELETE', `/auth/api-keys/${id}`, token)).status, 204);
    assert.equal(await works(key), false);
    assert.equal((await api.send('DELETE', `/auth/api-keys/${id}`, token)).status, 204);
    assert.deepEqual(await auditActions(token), ['api_key.revoked', 'api_key.created']);
  });

  test('a rerolled key works beside its successor until the overlap ends', async () => {
    const { token } = await api.createSession();
    const old = await create(token, {
      label: 'a',
      role: 'viewer',
      scopes: ['market:read', 'forecasts:read'],
    });
    const answer = await reroll(token, old.id, { overlap_seconds: 3600 });
    assert.equal(answer.status, 201, answer.text);
    const next = CreatedApiKey.parse(answer.body);
    assert.deepEqual(
      [next.label, next.role, next.scopes],
      ['a', 'viewer', ['forecasts:read', 'market:read']],
    );
    assert.deepEqual([await works(old.key), await works(next.key)], [true, true]);
    assert.deepEqual(errorOf(await reroll(token, old.id)), [409, 'conflict']);
    api.clock.advance(3_600_000);
    assert.deepEqual([await works(old.key), await works(next.key)], [false, true]);
  });

  test('without an overlap the old key ends at once, and none outlives its own expiry', async () => {
    const { token } = await api.createSession();
    const old = await create(token, { label: 'a' });
    const next = CreatedApiKey.parse((await reroll(token, old.id, { overlap_seconds: 0 })).body);
    assert.deepEqual([await works(old.key), await works(next.key)], [false, true]);
    const expires_at = new Date(api.clock.now() + 60_000).toISOString();
    const short = await create(token, { label: 'b', expires_at });
    const successor = CreatedApiKey.parse((await reroll(token, short.id)).body);
    assert.equal(successor.expires_at, short.expires_at);
    api.clock.advance(60_000);
    assert.deepEqual([await works(short.key), await works(successor.key)], [false, false]);
  });

  test('faulty fields are 422', async () => {
    const { token } = await api.createSession();
    const bodies = [
      {},
      { label: '' },
      { label: 'x'.repeat(201) },
      { label: 'a', scopes: ['everything'] },
      { label: 'a', scopes: [] },
      { label: 'a', expires_at: '2026-03-30' },
      { label: 'a', expires_at: '2020-01-01T00:00:00Z' },
    ];
    for (const body of bodies) {
      const answer = await api.send('POST', '/auth/api-keys', token, body);
      assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(body));
    }
  });
});
