import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './database.ts';

/** PostgreSQL looks for deadlocks after a second: a request that gives up before delays no other. */
const FIRST_WAIT_MS = 200;
/** A wait that grows gets its turn beside long reads too. */
const GROWTH = 1.3;
const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 250;
const SAY_AFTER = 5;
/** Lock not available, deadlock detected. */
const RETRIED: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Does work that locks tables beside processes that use them, on the one connection of `db`. It waits only a moment for a lock, gives
 * all of its locks back, and tries again: a request that has what the work waits for, and waits for what it has, is not ended as the
 * victim of a deadlock, and none waits long. The work must be one that can be begun again.
 */
export async function withShortWaits<T>(db: Db, logger: Logger, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1, waitMs = FIRST_WAIT_MS; ; attempt++) {
    await setLockTimeout(db, `${Math.round(waitMs)}ms`);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && RETRIED.has(error.code))) throw error;
      if (attempt === SAY_AFTER) logger.info('waiting for the tables that others use');
      waitMs = Math.min(waitMs * GROWTH, LONGEST_WAIT_MS);
      await sleep(PAUSE_MS);
    } finally {
      await setLockTimeout(db, '0').catch(() => undefined);
    }
  }
}

async function setLockTimeout(db: Db, value: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${value}, false)`.execute(db);
}
