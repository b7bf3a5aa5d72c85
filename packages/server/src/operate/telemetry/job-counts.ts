import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** Jobs of one name in one of pg-boss's states. */
export interface JobCount {
  name: string;
  state: string;
  jobs: number;
}

export interface WaitingJobs {
  name: string;
  /** How long the oldest job has waited for a worker beyond the time at which it may begin, by the database's clock. */
  oldestS: number;
}

/** The jobs that pg-boss keeps: those under way, and finished ones for a while. */
export async function countJobs(db: Db): Promise<{ counts: JobCount[]; waiting: WaitingJobs[] }> {
  const { rows } = await sql<JobCount & { oldestS: number | null }>`
    select name, state::text as state, count(*)::integer as jobs,
      (extract(epoch from now() - min(greatest(created_on, start_after))
        filter (where state in ('created', 'retry') and start_after <= now())))::float8 as "oldestS"
    from pgboss.job group by name, state`.execute(db);
  const byName = Map.groupBy(rows, ({ name }) => name);
  return {
    counts: rows.map(({ name, state, jobs }) => ({ name, state, jobs })),
    waiting: [...byName].map(([name, ofName]) => ({
      name,
      oldestS: Math.max(0, ...ofName.map(({ oldestS }) => oldestS ?? 0)),
    })),
  };
}

/** Whether a service has set its queue up in this database. */
export async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('pgboss.job') is not null as has`.execute(
    db,
  );
  return rows[0].has;
}
