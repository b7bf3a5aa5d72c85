import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { lockTables } from './lock-tables.ts';

const { db, drop } = await createTestDatabase();
after(drop);

async function heldTables(tx: typeof db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relation::regclass::text as name from pg_locks
    where pid = pg_backend_pid() and mode = 'AccessExclusiveLock' and granted order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}

test('it holds the tables that are there, and the wait for locks is as long as before', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '1234ms'`.execute(tx);
    await lockTables(tx, ['tenant', 'site', 'site', 'not_yet']);
    assert.deepEqual(await heldTables(tx), ['site', 'tenant']);
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx);
    assert.deepEqual(rows, [{ lock_timeout: '1234ms' }]);
    await lockTables(tx, []);
  });
});

test('a request that holds the last table and waits for the first is not ended, however long it works', async () => {
  const held = Promise.withResolvers<void>();
  const request = db.transaction().execute(async (tx) => {
    await sql`set local deadlock_timeout = '100ms'`.execute(tx);
    await sql`select from tenant`.execute(tx);
    held.resolve();
    for (let i = 0; i < 15; i++) {
      await sql`select from site`.execute(tx);
      await sleep(20);
      await sql`savepoint again`.execute(tx);
      await sql`lock table api_key in row exclusive mode`.execute(tx);
      await sql`rollback to savepoint again`.execute(tx);
    }
    return performance.now();
  });
  await held.promise;
  const locked = db.transaction().execute(async (tx) => {
    await sql`set local deadlock_timeout = '100ms'`.execute(tx);
    await lockTables(tx, ['api_key', 'site', 'tenant']);
    return performance.now();
  });
  const [requestEnded, lockedAt] = await Promise.all([request, locked]);
  assert.ok(lockedAt > requestEnded - 5, 'the tables were had once the request had ended');
});
