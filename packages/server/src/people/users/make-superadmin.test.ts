import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { findAccount } from '../access/identity.ts';
import { findPasswordHash, findUser, updateUser } from './store.ts';
import { createTenant, createUser } from '../access/create-identities.ts';
import { verifyPassword } from '../access/password.ts';
import { makeSuperadmin } from './make-superadmin.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const context = { db, clock: createTestClock('2026-03-30T10:05:00Z') };

async function userOf(email: string) {
  const account = await findAccount(db, email);
  const user = account && (await findUser(db, account.userId));
  assert.ok(user !== undefined);
  return user;
}

test('a new address gets an account with a password, the second in the tenant of the first', async () => {
  const first = await makeSuperadmin(context, ' Root@Example.com ');
  assert.equal(first.email, 'root@example.com');
  const user = await userOf(first.email);
  assert.ok(user.is_superadmin);
  assert.deepEqual(
    Object.keys(user).filter((field) => /hash|password|secret/i.test(field)),
    [],
  );
  assert.ok(await verifyPassword(await findPasswordHash(db, user.id), first.password ?? ''));
  await makeSuperadmin(context, 'second@example.com');
  assert.equal((await userOf('second@example.com')).tenant_id, user.tenant_id);
});

test('an account keeps its tenant, role and password, and the audit says what happened', async () => {
  const tenantId = await createTenant(context, { name: 'a' });
  const account = { tenantId, email: 'ana@example.com', password: 'correct horse', fullName: 'Ana' };
  await createUser(context, { ...account, role: 'viewer' });
  assert.equal((await makeSuperadmin(context, account.email)).password, undefined);
  const user = await userOf(account.email);
  assert.deepEqual([user.is_superadmin, user.tenant_id, user.role], [true, tenantId, 'viewer']);
  const audit = await db
    .selectFrom('audit_entry')
    .select('action')
    .where('tenant_id', '=', tenantId)
    .execute();
  assert.deepEqual(audit, [{ action: 'user.made_superadmin' }]);
});

test('a deactivated account and what is no address are refused', async () => {
  const { id } = await userOf('second@example.com');
  await updateUser(db, id, { deactivated_at: new Date(0) });
  await assert.rejects(makeSuperadmin(context, 'second@example.com'), /is deactivated/);
  await assert.rejects(makeSuperadmin(context, 'nobody'), /is no e-mail address/);
});
