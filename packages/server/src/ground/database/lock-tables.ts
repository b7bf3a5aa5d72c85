import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from './database.ts';
import { isLockFault } from './database-fault.ts';

/** A migration, and which tables that were there before it locks against those who use them. */
export interface LockingMigration extends Migration {
  locks?: readonly string[];
}

/** Of the time after which PostgreSQL looks for deadlocks, how much may pass from the first lock to the last. */
const SHARE_OF_DEADLOCK_TIMEOUT = 0.7;
/** How long to wait for the first table, behind whose wait requests stand in line. */
const FIRST_WAIT_MS = 200;
const GROWTH = 1.3;
const LONGEST_WAIT_MS = 4000;
/** Those who stood in line have their turn. */
const PAUSE_MS = 50;

/**
 * Takes tables for a change of their schema, in a transaction, before it locks anything else: those of `tables` that are there. It has all
 * of them before PostgreSQL looks for deadlocks on behalf of the first request that waits for one, or gives all back and begins again. So a
 * request that holds one table and waits for another is never ended as the victim of a deadlock. With nothing held it may wait for longer,
 * for the table that was not to be had, and then takes the others only where they are free.
 */
export async function lockTables(tx: Db, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; deadlockMs: number; lockTimeout: string }>`
    select relname as name, (select setting::integer from pg_settings where name = 'deadlock_timeout') as "deadlockMs",
      current_setting('lock_timeout') as "lockTimeout"
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any (${tables}::text[])
    order by relname`.execute(tx);
  if (rows.length === 0) return;
  const [{ deadlockMs, lockTimeout }] = rows;
  const limitMs = deadlockMs * SHARE_OF_DEADLOCK_TIMEOUT;
  let names = rows.map(({ name }) => name);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * GROWTH, LONGEST_WAIT_MS)) {
    const missed = await tryLocks(tx, names, { waitMs, limitMs });
    if (missed === undefined) break;
    await sleep(PAUSE_MS);
    names = [missed, ...names.filter((name) => name !== missed)];
  }
  await setLockTimeout(tx, lockTimeout);
}

/** Locks the tables in turn, or none; gives the one that was not to be had. */
async function tryLocks(
  tx: Db,
  names: readonly string[],
  { waitMs, limitMs }: { waitMs: number; limitMs: number },
): Promise<string | undefined> {
  await sql`savepoint before_locks`.execute(tx);
  const deadline = performance.now() + limitMs;
  for (const [i, name] of names.entries()) {
    const leftMs = i === 0 ? waitMs : Math.round(deadline - performance.now());
    const patience = sql.raw(leftMs > 0 ? '' : 'nowait');
    try {
      if (leftMs > 0) await setLockTimeout(tx, `${Math.round(leftMs)}ms`);
      await sql`lock table ${sql.table(name)} in access exclusive mode ${patience}`.execute(tx);
    } catch (error) {
      if (!isLockFault(error)) throw error;
      await sql`rollback to savepoint before_locks`.execute(tx);
      return name;
    }
  }
  await sql`release savepoint before_locks`.execute(tx);
  return undefined;
}

async function setLockTimeout(tx: Db, value: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${value}, true)`.execute(tx);
}
