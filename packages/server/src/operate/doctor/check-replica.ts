import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { POSITION, readPosition } from '../../ground/database/server-state.ts';
import { LARGEST_LAG_S } from '../../ground/database/replica.ts';
import { type Check, ok, reasonOf, warning } from './check.ts';

const NAME = 'replica';
const LOOK_EVERY_MS = 250;

/** Whether the replica that the API reads from answers, and reaches within some seconds what the primary has written by now. */
export async function checkReplica(primary: Db, replica: Db): Promise<Check> {
  const positionOf = (db: Db) => readPosition(() => sql.raw(POSITION).execute(db));
  try {
    const wanted = await positionOf(primary);
    const startedAt = performance.now();
    for (;;) {
      const reached = await positionOf(replica);
      const lagS = (performance.now() - startedAt) / 1000;
      if (wanted === undefined || reached === undefined) {
        return ok(NAME, 'replica_lag_unknown', 'answers; how far it is behind cannot be asked there');
      }
      if (reached.lsn >= wanted.lsn)
        return ok(NAME, 'replica_current', `at most ${lagS.toFixed(1)} s behind`);
      if (lagS > LARGEST_LAG_S) {
        const behindS = Math.max(lagS, (wanted.atS ?? 0) + lagS - (reached.atS ?? Number.POSITIVE_INFINITY));
        const text = `${Math.round(behindS)} s behind; the API reads from the primary database meanwhile`;
        return warning(
          NAME,
          'replica_behind',
          text,
          'see pg_stat_replication at the primary, and the log of the replica',
        );
      }
      await sleep(LOOK_EVERY_MS);
    }
  } catch (error) {
    const text = `it cannot be asked (${reasonOf(error)}); the API reads from the primary database meanwhile`;
    return warning(NAME, 'replica_unreachable', text, 'check DATABASE_REPLICA_URL and its server');
  }
}
