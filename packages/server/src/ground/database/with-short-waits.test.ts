import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { openDatabase } from './database.ts';
import { withShortWaits } from './with-short-waits.ts';

const { db: requests, url, drop } = await createTestDatabase();
const migrations = openDatabase(url, { maxConnections: 1 });
after(async () => {
  await migrations.destroy();
  await drop();
});

test('a request that holds what a migration waits for, and waits for what it holds, is answered', async () => {
  let attempts = 0;
  const [holdsSite, holdsTenant] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const request = requests.transaction().execute(async (tx) => {
    // Whoever finds a deadlock is its victim; here it is never the request that looks.
    await sql`set local deadlock_timeout = '1h'`.execute(tx);
    await sql`select from site`.execute(tx);
    holdsSite.resolve();
    await holdsTenant.promise;
    return sql`select from tenant`.execute(tx);
  });
  await holdsSite.promise;
  await withShortWaits(migrations, pino({ level: 'silent' }), async () => {
    attempts++;
    await migrations.transaction().execute(async (tx) => {
      await sql`lock table tenant`.execute(tx);
      holdsTenant.resolve();
      await sql`lock table site`.execute(tx);
    });
  });
  assert.deepEqual((await request).rows, []);
  assert.ok(attempts > 1);
  const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(migrations);
  assert.deepEqual(rows, [{ lock_timeout: '0' }]);
});

test('what is not about locks is not tried again', async () => {
  let attempts = 0;
  const failing = withShortWaits(migrations, pino({ level: 'silent' }), async () => {
    attempts++;
    await sql`select from nowhere`.execute(migrations);
  });
  await assert.rejects(failing, /"nowhere" does not exist/);
  assert.equal(attempts, 1);
});
