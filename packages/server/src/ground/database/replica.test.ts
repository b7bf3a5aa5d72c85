import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabaseLine } from '../../../test/database-line.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { readDataVersion } from '../../market/observations/data-version.ts';
import { databaseOn, type Db, openPool } from './database.ts';
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
  assert.deepEqual(told, ['ok', 'away', 'ok']);
});

test('what a request has to see is read from the primary until the replica has it', async (t) => {
  const { url, db: atPrimary, drop } = await createTestDatabase();
  const late = await createTestDatabase();
  const primary = openPool(url, { maxConnections: 2 });
  const replica = openPool(late.url, { maxConnections: 2, isReadOnly: true });
  const watch = openReplica({ primary, replica }, () => undefined);
  const db = databaseOn(watch);
  t.after(async () => {
    await db.destroy();
    await primary.end();
    await late.drop();
    await drop();
  });
  const writeMore = (to: Db) => sql`update data_version set version = version + 1`.execute(to);
  const versionThere = () => readDataVersion(db);
  await watch.look();
  await writeMore(atPrimary);
  const needed = await readDataVersion(atPrimary);
  assert.notEqual(await versionThere(), needed, 'without a request that saw it');

  watch.need(needed);
  assert.equal(await versionThere(), needed);
  assert.equal(watch.state().status, 'ok', 'a replica that lacks the newest is not behind');
  watch.need(String(BigInt(needed) - 1n));
  assert.equal(await versionThere(), needed, 'also beside a request that was counted before');

  await writeMore(late.db);
  const isAtReplica = async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    return late.url.endsWith(rows[0].name);
  };
  while (!(await isAtReplica())) await sleep(10);
  assert.equal(await versionThere(), needed);
});

test('a statement that the replica gives up is asked of the primary', async (t) => {
  const { url, drop } = await createTestDatabase();
  const line = await createDatabaseLine(new URL(url));
  const primary = openPool(url, { maxConnections: 2 });
  const replica = openPool(line.url, { maxConnections: 2, isReadOnly: true });
  const watch = openReplica({ primary, replica }, () => undefined);
  const db = databaseOn(watch);
  t.after(async () => {
    await db.destroy();
    await primary.end();
    await line.cut();
    await drop();
  });
  await watch.look();
  const gaveUp = sql`
    do $$ begin
      if current_setting('default_transaction_read_only') = 'on' then
        raise 'canceling statement due to conflict with recovery' using errcode = '40001';
      end if;
    end $$`;
  await gaveUp.execute(db);
  await assert.rejects(sql`select 1 / 0`.execute(db), { code: '22012' }, 'its own faults stay');

  const slow = sql<{ on: string }>`
    select current_setting('default_transaction_read_only') as on, pg_sleep(0.3)::text`.execute(db);
  await sleep(100);
  await line.cut();
  assert.equal((await slow).rows[0].on, 'off', 'also one whose connection breaks');
});

test('nothing is read from a replica before it was looked at', async (t) => {
  const { url, drop } = await createTestDatabase();
  const primary = openPool(url, { maxConnections: 2 });
  const replica = openPool(url, { maxConnections: 2, isReadOnly: true });
  const watch = openReplica({ primary, replica }, () => undefined);
  const db = databaseOn(watch);
  t.after(async () => {
    await db.destroy();
    await primary.end();
    await drop();
  });
  assert.equal(watch.state().status, 'behind');
  await watch.look();
  assert.deepEqual(watch.state(), { status: 'ok', lagS: 0 });
});
