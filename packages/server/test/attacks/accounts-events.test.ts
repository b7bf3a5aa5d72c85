import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { AuditPage, PlatformAuditPage } from '../../src/people/audit-log/schemas.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { TEST_PASSWORD, type TestSession } from '../http/test-api.ts';
import { attackAccounts } from './attacked-accounts.ts';
import { guessPasswords } from './guess-passwords.ts';
import { sendBadCredentials } from './refused-credentials.ts';
import { createStranger } from './stranger.ts';

const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
const { api, baseUrl } = await attackAccounts({ logger });
const target = { baseUrl };
const someone = createStranger(target, 7000);
const ADDRESS = '127.1.27.88';
after(async () => {
  await someone.close();
  await api.close();
});

const actionsOf = async (by: TestSession, action: string) => {
  const { items } = AuditPage.parse((await api.get(`/settings/audit?action=${action}`, by.token)).body);
  return items;
};
const platformAudit = async (by: TestSession, query: string) =>
  PlatformAuditPage.parse((await api.get(`/admin/audit?${query}`, by.token)).body).items;
const logged = (event: string) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line['event'] === event);

test('sign-ins, right and wrong, are in the audit of their tenant and in the log, with account and address', async () => {
  const admin = await api.createSession();
  const other = await api.createSession();
  const form = (password: string) => ({ body: { username: admin.email, password } });
  await someone.send('POST', '/auth/token', form('a wrong guess'));
  await someone.send('POST', '/auth/token', form(TEST_PASSWORD));
  const [right, wrong] = await until(async () => {
    const items = await actionsOf(admin, 'sign_in');
    return items.length === 2 ? items.sort((a, b) => (a.action > b.action ? -1 : 1)) : undefined;
  });
  assert.deepEqual(
    [right.action, right.actor.id, right.address],
    ['sign_in.succeeded', admin.userId, ADDRESS],
  );
  assert.deepEqual(wrong.target, { type: 'user', id: admin.userId });
  assert.deepEqual([wrong.action, wrong.actor.kind, wrong.address], ['sign_in.failed', 'system', ADDRESS]);
  assert.equal(wrong.details['account'], admin.email);
  assert.deepEqual(await actionsOf(other, 'sign_in'), []);
  assert.equal(logged('sign_in.failed')[0]['address'], ADDRESS);
  assert.equal(logged('sign_in.succeeded')[0]['actor'].id, admin.userId);
  assert.ok(!lines.some((line) => line.includes('a wrong guess') || line.includes(TEST_PASSWORD)));
});

test('a sign-in to an address without an account belongs to no tenant: operators alone read it, and no text that is no address', async () => {
  const superadmin = await api.createSession({ isSuperadmin: true });
  const tenant = await api.createSession();
  const send = (username: string) =>
    someone.send('POST', '/auth/token', { body: { username, password: 'a wrong guess' } });
  await send('Nobody@example.com');
  api.clock.advance(60_000);
  await send('my own password 1');
  const ofNobody = await until(async () => {
    const failed = await platformAudit(superadmin, 'action=sign_in.failed');
    const found = failed.filter(({ tenant_id }) => tenant_id === null);
    return found.length === 2 ? found : undefined;
  });
  assert.deepEqual(
    ofNobody.map(({ details }) => details['account']),
    [undefined, 'nobody@example.com'],
  );
  assert.ok(!lines.some((line) => line.includes('my own password')));
  assert.equal((await api.get('/admin/audit', tenant.token)).status, 403);
  const seen = await withTenant(api.db, tenant.tenantId, (tx) =>
    tx.selectFrom('audit_entry').select('tenant_id').execute(),
  );
  assert.ok(seen.every(({ tenant_id }) => tenant_id === tenant.tenantId));
});

test('many refusals of one source are one counted entry, for the tenant whose credential it was and for operators', async () => {
  const superadmin = await api.createSession({ isSuperadmin: true });
  const admin = await api.createSession();
  const { body } = await api.send('POST', '/auth/api-keys', admin.token, { label: 'leaked' });
  const { id, key } = body as { id: string; key: string };
  await api.send('DELETE', `/auth/api-keys/${id}`, admin.token);
  const counts = await sendBadCredentials(target, { tries: 120, address: 8000, ended: [key] });
  assert.equal((counts[401] ?? 0) + (counts[429] ?? 0), 120);
  api.clock.advance(60_000);
  await sendBadCredentials(target, { tries: 1, address: 8001, ended: ['x'] });
  const ofTenant = await until(async () => {
    const items = await actionsOf(admin, 'credential');
    return items.length >= 2 ? items : undefined;
  });
  assert.equal(ofTenant.length, 2);
  const first = ofTenant.find(({ details }) => details['count'] === undefined);
  assert.deepEqual([first?.target, first?.address], [{ type: 'api_key', id }, '127.1.31.64']);
  assert.deepEqual(first?.details, { reason: 'revoked or expired key' });
  // Of the first address the first refusal and the count, for the tenant and for none, and the one of the second address.
  const all = await until(async () => {
    const items = await platformAudit(superadmin, 'action=credential.refused');
    return items.length >= 5 ? items : undefined;
  });
  assert.equal(all.length, 5);
  assert.ok(!lines.some((line) => line.includes(key)));
  assert.equal(logged('credential.refused').length, all.length);
});

test('changes of password, factor, role, key and sessions are kept with account and address, and logged once they are made', async () => {
  const admin = await api.createSession();
  const user = await api.createSession({ tenantId: admin.tenantId, role: 'viewer' });
  const send = (method: string, path: string, body?: object, token = admin.token) =>
    someone.send(method, path, { token, ...(body && { body }) });
  const from = lines.length;
  const made = await send('POST', '/auth/api-keys', { label: 'key' });
  await send('DELETE', `/auth/api-keys/${JSON.parse(made.text).id}`);
  await send('PATCH', `/auth/users/${user.userId}`, { role: 'trader' });
  await send('POST', '/auth/totp/enrol', { password: TEST_PASSWORD }, user.token);
  await send('POST', `/auth/users/${user.userId}/end-sessions`);
  await send('POST', '/auth/password', { current_password: 'wrong', new_password: 'a better horse' });
  await send('POST', '/auth/password', { current_password: TEST_PASSWORD, new_password: 'a better horse' });
  const expected = [
    'api_key.created',
    'api_key.revoked',
    'user.role_changed',
    'user.totp_offered',
    'user.sessions_ended',
    'user.password_changed',
  ];
  const audited = await api.db
    .selectFrom('audit_entry')
    .select(['action', 'address'])
    .where('tenant_id', '=', admin.tenantId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    audited,
    expected.map((action) => ({ action, address: ADDRESS })),
  );
  const logged = lines
    .slice(from)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'security event');
  assert.deepEqual(
    logged.map(({ event, address }) => [event, address]),
    expected.map((action) => [action, ADDRESS]),
  );
});

test('a refusal after too many tries is logged to the tenant whose account it is', async () => {
  const admin = await api.createSession();
  await guessPasswords(target, { email: admin.email, addresses: 1, firstAddress: 9000, guessesEach: 15 });
  const items = await until(async () => {
    const found = await actionsOf(admin, 'sign_in.refused');
    return found.length > 0 ? found : undefined;
  });
  assert.equal(items.length, 1);
  await until(async () => ((await actionsOf(admin, 'sign_in.failed')).length === 10 ? true : undefined));
});

/** What is kept beside a request is there soon after it. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
  }
}
