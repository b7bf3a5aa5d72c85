import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { ErasureRecord, PersonCopyRecord } from '../../src/operate/privacy/schemas.ts';
import { AuditPage, PlatformAuditPage } from '../../src/people/audit-log/schemas.ts';
import { addRequestUsage } from '../../src/people/usage/usage.ts';
import { makeKeptPlan } from '../access/records.ts';
import { createTestApi, errorOf } from '../http/test-api.ts';
import { findTraces } from './find-traces.ts';
import { liveAccount } from './live-account.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const textsOf = ({ id, email, name }: { id: string; email: string; name: string }) => [id, email, name];

test('an erased person is in no column of the database any more, and what the organisation needs stays', async () => {
  const admin = await api.createSession();
  const ana = await liveAccount(api, admin, { email: 'ana.quiroga@example.com', name: 'Ana Quiroga' });
  const before = await findTraces(api.db, textsOf(ana));
  for (const trace of [
    'api_key.created_by',
    'app_user.email',
    'audit_entry.actor_id',
    'audit_entry.details',
    'audit_entry.target_id',
    'backfill.created_by',
    'idempotent_answer.owner_id',
    'invitation.created_by',
    'invitation.email',
    'notification.user_id',
    'password_reset.user_id',
    'quarantined_day.decided_by',
    'registration.email',
    'request_window.key',
    'support_message.author_id',
    'support_message.body',
    'support_ticket.subject',
    'user_session.user_id',
  ]) {
    assert.ok(before.includes(trace), `the test leaves nothing in ${trace}`);
  }
  const auditBefore = AuditPage.parse((await api.get('/settings/audit?page_size=200', admin.token)).body);

  const path = `/auth/users/${ana.id}/erase`;
  assert.deepEqual(errorOf(await api.send('POST', path, admin.token, { email: admin.email })), [
    422,
    'validation_error',
  ]);
  const answer = await api.send('POST', path, admin.token, { email: 'Ana.Quiroga@Example.com' });
  assert.equal(answer.status, 200, answer.text);
  const report = ErasureRecord.parse(answer.body);
  assert.equal(report.deleted['account'], 1);
  assert.deepEqual(report.mentions, []);
  assert.deepEqual(Object.keys(report.anonymised).sort(), [
    'actions',
    'actions_on_the_account',
    'api_keys',
    'backfills',
    'invitations_sent',
    'linked_identity',
    'quarantine_decisions',
    'ticket_messages',
    'tickets',
  ]);

  // Nothing refers to the person, neither at once nor after the old token was tried.
  assert.equal((await api.get('/auth/me', ana.token)).status, 401);
  await api.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${ana.token}` } });
  assert.deepEqual(await findTraces(api.db, textsOf(ana)), []);

  // The key works on, the ticket is there, and the audit has as many entries as before, one person's under one id.
  assert.equal((await api.get('/markets', ana.key)).status, 200);
  const tickets = await api.get('/support/tickets', admin.token);
  assert.match(tickets.text, /"subject":"From \[erased\]"/);
  const audit = AuditPage.parse((await api.get('/settings/audit?page_size=200', admin.token)).body);
  const [erased, ...rest] = audit.items;
  assert.deepEqual([erased.action, erased.actor.name], ['user.erased', admin.email]);
  assert.equal(rest.length, auditBefore.items.length);
  const hers = rest.filter(({ actor }) => actor.id === erased.target?.id);
  assert.ok(hers.length > 5 && hers.every(({ address, actor }) => address === null && actor.name === null));
});

test('a superadmin who acted in other tenants is erased there too', async () => {
  const other = await api.createSession();
  const platform = await api.createSession({ isSuperadmin: true });
  const eva = await liveAccount(api, platform, { email: 'eva.prieto@example.com', name: 'Eva Prieto' });
  await api.db.updateTable('app_user').set({ is_superadmin: true }).where('id', '=', eva.id).execute();
  const opened = await api.send('POST', '/support/tickets', other.token, { subject: 'Why', message: 'Why?' });
  const { id } = opened.body as { id: string };
  assert.equal(
    (await api.send('POST', `/admin/tickets/${id}/messages`, eva.token, { message: 'So.' })).status,
    201,
  );
  const limit = { requests_per_minute: 70 };
  await api.send('PUT', `/admin/limits/tenants/${other.tenantId}`, eva.token, limit);
  const answer = await api.send('POST', `/auth/users/${eva.id}/erase`, platform.token, { email: eva.email });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await findTraces(api.db, textsOf(eva)), []);
  assert.match((await api.get(`/support/tickets/${id}`, other.token)).text, /So\./);
});

test('a person gets a copy of all that is stored, without secrets, and erases the own account by password', async () => {
  const admin = await api.createSession();
  const leo = await liveAccount(api, admin, { email: 'leo.vidal@example.com', name: 'Leo Vidal' });
  const { id: planId } = await makeKeptPlan(api, { tenantId: admin.tenantId, userId: leo.id });
  await api.db
    .updateTable('kept_plan')
    .set({ author_kind: 'user', author_id: leo.id })
    .where('id', '=', planId)
    .execute();
  const answer = await api.get('/auth/me/export', leo.token);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const copy = PersonCopyRecord.parse(answer.body);
  assert.deepEqual(copy.person, { id: leo.id, email: leo.email, full_name: leo.name });
  for (const [kind, rows] of Object.entries(copy.records)) {
    if (!['mail', 'quarantined_values'].includes(kind)) assert.ok(rows.length > 0, kind);
  }
  assert.deepEqual(copy.cut_off, []);
  assert.doesNotMatch(answer.text, /argon2|password_hash|key_sha256|token_sha256|totp_secret|code_hash/);
  assert.doesNotMatch(answer.text, new RegExp(admin.email));
  const asAdmin = PersonCopyRecord.parse((await api.get(`/auth/users/${leo.id}/export`, admin.token)).body);
  assert.deepEqual(asAdmin.records['sessions'], copy.records['sessions']);

  assert.equal((await api.send('POST', '/auth/me/erase', leo.token, { password: 'wrong' })).status, 422);
  const body = { password: leo.password, revoke_api_keys: true };
  assert.equal((await api.send('POST', '/auth/me/erase', leo.token, body)).status, 200);
  assert.deepEqual(await findTraces(api.db, textsOf(leo)), []);
  assert.equal((await api.get('/markets', leo.key)).status, 401);
  const [erased] = AuditPage.parse((await api.get('/settings/audit?action=user', admin.token)).body).items;
  assert.deepEqual(
    [erased.action, erased.actor.id, erased.address],
    ['user.erased', erased.target?.id, null],
  );
});

test('texts of the organisation that name the person stay, and are pointed out', async () => {
  const admin = await api.createSession();
  const ines = await liveAccount(api, admin, { email: 'ines.mora@example.com', name: 'Inés Mora' });
  await api.send('POST', '/auth/api-keys', admin.token, { label: 'Key of Inés Mora' });
  const answer = await api.send('POST', `/auth/users/${ines.id}/erase`, admin.token, { email: ines.email });
  assert.deepEqual(ErasureRecord.parse(answer.body).mentions, [{ where: 'api_key.label', count: 1 }]);
  assert.deepEqual(await findTraces(api.db, textsOf(ines)), ['api_key.label', 'audit_entry.details']);
});

test('neither the last admin nor oneself by the way for others, and nobody of another tenant', async () => {
  const admin = await api.createSession();
  const stranger = await api.createSession();
  const erase = (as: string, id: string, email: string) =>
    api.send('POST', `/auth/users/${id}/erase`, as, { email });
  assert.deepEqual(errorOf(await erase(admin.token, admin.userId, admin.email)), [409, 'conflict']);
  assert.deepEqual(errorOf(await erase(stranger.token, admin.userId, admin.email)), [
    403,
    'insufficient_scope',
  ]);
  assert.equal((await api.get(`/auth/users/${admin.userId}/export`, stranger.token)).status, 403);
  const me = await api.send('POST', '/auth/me/erase', admin.token, { password: 'correct horse' });
  assert.deepEqual(errorOf(me), [409, 'conflict']);
  assert.equal((await api.get('/auth/me', admin.token)).status, 200);
});

test('an erasure or a deletion that fails at its end has changed nothing', async () => {
  const admin = await api.createSession({ isSuperadmin: true });
  const tom = await liveAccount(api, admin, { email: 'tom.rey@example.com', name: 'Tom Rey' });
  const other = await api.createSession();
  await api.send('POST', `/admin/tenants/${other.tenantId}/deactivate`, admin.token);
  const before = [await findTraces(api.db, textsOf(tom)), await findTraces(api.db, [other.tenantId])];
  await sql`
    create function refuse_audit() returns trigger language plpgsql as
      $$ begin raise exception 'the audit is broken'; end $$;
    create trigger refuse before insert on audit_entry execute function refuse_audit()`.execute(api.db);
  const erased = await api.send('POST', `/auth/users/${tom.id}/erase`, admin.token, { email: tom.email });
  const deleted = await api.send('POST', `/admin/tenants/${other.tenantId}/delete`, admin.token, {
    name: 'Test',
  });
  await sql`drop trigger refuse on audit_entry`.execute(api.db);
  assert.deepEqual([erased.status, deleted.status], [500, 500]);
  assert.deepEqual(
    [await findTraces(api.db, textsOf(tom)), await findTraces(api.db, [other.tenantId])],
    before,
  );
});

test('a deleted tenant leaves what operators did to it, and no other trace of it or of its people', async () => {
  const superadmin = await api.createSession({ isSuperadmin: true });
  const admin = await api.createSession();
  const zoe = await liveAccount(api, admin, { email: 'zoe.salas@example.com', name: 'Zoe Salas' });
  const { tenantId } = admin;
  const path = `/admin/tenants/${tenantId}`;
  await api.send('PUT', `/admin/limits/tenants/${tenantId}`, superadmin.token, {
    requests_per_minute: 50_000,
  });
  const remove = (name: string, as = superadmin.token) => api.send('POST', `${path}/delete`, as, { name });
  assert.deepEqual(errorOf(await remove('Test')), [409, 'conflict']);
  assert.deepEqual(errorOf(await remove('Test', admin.token)), [403, 'insufficient_scope']);
  await api.send('POST', `${path}/deactivate`, superadmin.token);
  assert.deepEqual(errorOf(await remove('Tests')), [422, 'validation_error']);
  const answer = await remove('Test');
  assert.equal(answer.status, 200, answer.text);
  const { deleted } = ErasureRecord.parse(answer.body);
  const tables = ['tenant', 'app_user', 'site', 'site_profile', 'site_charge'];
  assert.deepEqual(
    tables.map((table) => deleted[table]),
    [1, 2, 1, 1, 1],
  );

  assert.deepEqual(await findTraces(api.db, [...textsOf(zoe), admin.userId, admin.email]), []);
  assert.deepEqual(await findTraces(api.db, [tenantId]), ['audit_entry.target_id']);
  const { items } = PlatformAuditPage.parse((await api.get('/admin/audit', superadmin.token)).body);
  const stays = items.filter(({ target }) => target?.id === tenantId);
  assert.deepEqual(
    stays.map(({ action, tenant_id }) => [action, tenant_id]),
    [
      ['tenant.deleted', null],
      ['tenant.deactivated', null],
      ['limit.changed', null],
    ],
  );
  assert.deepEqual(errorOf(await remove('Test')), [404, 'not_found']);
  assert.equal((await api.get('/markets', zoe.key)).status, 401);
  const own = `/admin/tenants/${superadmin.tenantId}/delete`;
  assert.equal((await api.send('POST', own, superadmin.token, { name: 'Test' })).status, 409);

  // Requests that were counted before it went do not keep those of others from being written.
  const day = '2026-03-30';
  const counted = [tenantId, superadmin.tenantId].map((id) => ({
    tenantId: id,
    day,
    keyId: undefined,
    requests: 7,
  }));
  await addRequestUsage(api.db, counted);
  assert.deepEqual(await findTraces(api.db, [tenantId]), ['audit_entry.target_id']);
});
