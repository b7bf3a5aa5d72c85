import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabaseLine } from '../../test/database-line.ts';
import { createTestDatabase } from '../../test/database.ts';
import { databaseOn, openPool } from './database.ts';
import { openReplica } from './replica.ts';

test('a replica that is away is not read from until it answers again', async (t) => {
  const { url, drop } = await createTestDatabase();
  const line = await createDatabaseLine(new URL(url));
  const primary = openPool(url, { maxConnections: 2 });
  const replica = openPool(line.url, { maxConnections: 2, isReadOnly: true });
  const told: string[] = [];
  const watch = openReplica({ primary, replica }, ({ status }) => told.push(status));
  const db = databaseOn(watch);
  t.after(async () => {
    await db.destroy();
    await primary.end();
    await line.cut();
    await drop();
  });
  const isAtReplica = async () => {
    const { rows } = await sql<{ on: string }>`
      select current_setting('default_transaction_read_only') as on`.execute(db);
    return rows[0].on === 'on';
  };
  await watch.look();
  assert.deepEqual(watch.state(), { status: 'ok', lagS: 0 });
  assert.equal(await isAtReplica(), true);

  await line.cut();
  while (replica.totalCount > 0) await sleep(10);
  // Before it is known, too: no connection can be made.
  assert.equal(await isAtReplica(), false);
  await watch.look();
  assert.deepEqual(watch.state(), { status: 'away', lagS: undefined });
  assert.equal(await isAtReplica(), false);

  await line.restore();
  while (watch.state().status === 'away') await sleep(100);
  assert.equal(await isAtReplica(), true);
  assert.deepEqual(told, ['away', 'ok']);
});
