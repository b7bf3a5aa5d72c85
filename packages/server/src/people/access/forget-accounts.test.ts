import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { insertRegistration } from '../registration/store.ts';
import { listLiveSessions } from './sessions.ts';
import { startSession } from '../sessions/rules.ts';
import { createTenant, createUser } from './create-identities.ts';
import { forgetAccounts } from './forget-accounts.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const clock = createTestClock('2026-03-30T10:05:00Z');
const context = { db, clock };

test('what has ended is forgotten in time, what is in use stays', async () => {
  const count = async (table: 'registration' | 'user_session') =>
    (await db.selectFrom(table).select('id').execute()).length;
  const tenantId = await createTenant(context, { name: 'a' });
  const user = { tenantId, email: 'ana@example.com', password: 'correct horse', fullName: 'Ana' };
  const userId = await createUser(context, { ...user, role: 'viewer' });
  const owner = { userId, tenantId, role: 'viewer' as const, tokenVersion: 1 };
  const origin = { address: '127.0.0.1', userAgent: undefined };
  await startSession({ ...context, sessionSecrets: [new Uint8Array(32)] }, owner, origin);
  const registration = { id: randomUUID(), email: 'b@example.com', tenant_name: 'b', locale: 'en' as const };
  await insertRegistration(db, { ...registration, created_at: new Date(clock.now()) });
  await forgetAccounts(context);
  assert.deepEqual([await count('registration'), await count('user_session')], [1, 1]);
  assert.equal((await listLiveSessions(db, { ...owner, now: clock.now(), idleMs: undefined })).length, 1);
  clock.advance(8 * 86_400_000);
  await forgetAccounts(context);
  assert.deepEqual([await count('registration'), await count('user_session')], [0, 1]);
  clock.advance(24 * 86_400_000);
  await forgetAccounts(context);
  assert.equal(await count('user_session'), 0);
});
