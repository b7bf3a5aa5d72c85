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
