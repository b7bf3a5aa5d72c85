import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { updateUser } from './store.ts';
import { applyUserChange, assertSuperadminStays } from './rules.ts';
import { createTenant, createUser } from '../access/create-identities.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const context = { db, clock: createTestClock('2026-03-30T10:05:00Z') };
const SYSTEM = { kind: 'system', id: undefined } as const;

test('a change of an admin and the deactivation of a superadmin of its tenant do not wait for each other for ever', async () => {
  const tenantId = await createTenant(context, { name: 'a' });
  const create = (email: string) =>
    createUser(context, { tenantId, email, password: 'correct horse', fullName: 'Ana', role: 'admin' });
  // In the order of ids an admin, a superadmin who is an admin too, and a superadmin whom somebody else holds.
  const [admin, superadmin, held] = (
    await Promise.all(['a@example.com', 'b@example.com', 'c@example.com'].map(create))
  ).toSorted();
  await updateUser(db, superadmin, { is_superadmin: true });
  await updateUser(db, held, { is_superadmin: true, role: 'viewer' });
  const now = context.clock.now();

  const release = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (tx) => {
    await sql`select from app_user where id = ${held} for update`.execute(tx);
    holding.resolve();
    await release.promise;
  });
  await holding.promise;
  const deactivation = db.transaction().execute(async (tx) => {
    await assertSuperadminStays(tx, superadmin);
    return applyUserChange(tx, SYSTEM, superadmin, { active: false, now });
  });
  await waiting(1);
  const change = db.transaction().execute((tx) => applyUserChange(tx, SYSTEM, admin, { active: true, now }));
  await waiting(2);
  release.resolve();
  const [, deactivated, changed] = await Promise.all([holder, deactivation, change]);
  assert.deepEqual([deactivated.active, changed.active], [false, true]);
});

/** Until so many statements of this database wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length >= count) return;
    await sleep(10);
  }
}
