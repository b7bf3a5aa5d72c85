import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
import pg from 'pg';
import { CopyCursor } from './copy-rows.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/** How long a query waits for a free or a new connection before it fails. */
const CONNECTION_TIMEOUT_MS = 10_000;

export interface PoolOptions {
  maxConnections: number;
  isReadOnly?: boolean;
  /** How long a connection and a query may take; absent: 10,000 for the connection and as long as it takes for the query. */
  timeoutMs?: number;
}

/**
 * Opens a pool on a PostgreSQL server. `date` columns come back as `YYYY-MM-DD` text, never shifted by a zone.
 * With `isReadOnly` its sessions refuse to write.
 */
export function openDatabase(databaseUrl: string, options: PoolOptions): Db {
  return databaseOn(openPool(databaseUrl, options));
}

export function databaseOn(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: CopyCursor }) });
}

/** The connections of `openDatabase`, for those who want to count them. */
export function openPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maxConnections,
    connectionTimeoutMillis: options.timeoutMs ?? CONNECTION_TIMEOUT_MS,
    types,
    ...(options.timeoutMs !== undefined && { statement_timeout: options.timeoutMs }),
    ...(options.isReadOnly && { options: '-c default_transaction_read_only=on' }),
  });
  // A connection that breaks, idle or in use, fails its query and is replaced; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs `work` in a transaction that sees only the rows of one tenant. */
export async function withTenant<T>(
  db: Db,
  tenantId: string,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role lonja_tenant`.execute(tx);
    await sql`select set_config('lonja.tenant_id', ${tenantId}, true)`.execute(tx);
    return work(tx);
  });
}

/** The same for what belongs to one user: of rules and notifications it sees those of the user alone. */
export async function withUser<T>(
  db: Db,
  user: { tenantId: string; userId: string },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return withTenant(db, user.tenantId, async (tx) => {
    await sql`select set_config('lonja.user_id', ${user.userId}, true)`.execute(tx);
    return work(tx);
  });
}
