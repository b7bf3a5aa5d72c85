import { sql } from 'kysely';
import type { Db } from './database.ts';

/** What the database's server says of itself. */
export interface ServerState {
  version: string;
  sizeBytes: number;
  connections: number;
  /** Those that are open to others than superusers. */
  maxConnections: number;
  /** Whether a service's job queue is connected. */
  isServed: boolean;
  /** Epoch ms. */
  now: number;
}

export async function readServerState(db: Db): Promise<ServerState> {
  const { rows } = await sql<{
    version: string;
    size: string;
    connections: number;
    most: number;
    served: boolean;
    now: Date;
  }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::text as size,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      exists (select from pg_stat_activity where application_name = 'lonja-jobs'
        and datname = current_database()) as served,
      clock_timestamp() as now`.execute(db);
  const [{ version, size, connections, most, served, now }] = rows;
  return {
    version: version.split(' ')[0],
    sizeBytes: Number(size),
    connections,
    maxConnections: most,
    isServed: served,
    now: now.getTime(),
  };
}

/** What the server's clock shows, epoch ms. */
export async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0].now.getTime();
}

/** Whether a session of `db` can write nothing. */
export async function readsOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ reads: boolean }>`
    select current_setting('transaction_read_only')::boolean as reads`.execute(db);
  return rows[0].reads;
}

/**
 * How far a server is in the log of writes: what it has written, or what a replica has taken over of it; and when that was written, by the
 * clock of the primary at both.
 */
export const POSITION = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as lsn,
    extract(epoch from case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)::float8 as "atS"`;

interface LogPosition {
  /** In bytes. */
  lsn: bigint;
  /** Absent where a replica has taken over no transaction yet. */
  atS: number | undefined;
}

/** The answer to `POSITION`; undefined where the server, such as some that are managed, does not say. */
export async function readPosition(
  ask: () => Promise<{ rows: unknown[] }>,
): Promise<LogPosition | undefined> {
  const [row] = (await ask()).rows;
  if (typeof row !== 'object' || row === null || !('lsn' in row) || typeof row.lsn !== 'string')
    return undefined;
  const [high, low] = row.lsn.split('/');
  return {
    lsn: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`),
    atS: 'atS' in row && typeof row.atS === 'number' ? row.atS : undefined,
  };
}
