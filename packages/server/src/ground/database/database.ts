import { Kysely, PostgresDialect, Transaction, sql } from 'kysely';
import pg from 'pg';
import { CopyCursor } from './copy-rows.ts';
import { DatabasePool } from './database-pool.ts';
import type { Database } from './schema.ts';
import { KEEP_FORM_BEHIND_POOLER, WRITTEN_FORM } from './session-settings.ts';

export type Db = Kysely<Database>;

/** How long a query waits for a free or a new connection before it fails. */
const CONNECTION_TIMEOUT_MS = 10_000;
/** A statement of a job that has no answer for so long: its connection may be lost. */
const JOB_ANSWER_MS = 180_000;
/** The answer to a statement with a limit that the server keeps comes this much later at most. */
const BEYOND_LIMIT_MS = 1000;

/** What the log says of `onLost`. */
export const LOST_CONNECTIONS = 'connections to the database had no answer while new ones have; gave them up';

export interface DatabaseOptions {
  maxConnections: number;
  /** What the server calls its sessions. */
  applicationName?: string;
  /** Its sessions refuse to write. */
  isReadOnly?: boolean;
  /** How long a query waits for a connection, ms; absent: 10,000. */
  connectionTimeoutMs?: number;
  /** How long a statement waits for a lock before it fails, ms; absent: for ever. */
  lockTimeoutMs?: number;
  /** How long a statement runs before it fails, ms; absent: for ever. */
  statementTimeoutMs?: number;
  /** Called when a connection has been made. */
  onConnect?: () => void;
  /** Called with the number of connections that were silent and were given up. */
  onLost?: ((count: number) => void) | undefined;
  /** A connection that was idle for so long is asked whether it is still there before it is used, ms; absent: 5,000. */
  idleMs?: number | undefined;
}

/** Opens a pool on a PostgreSQL server. `date` columns come back as `YYYY-MM-DD` text, never shifted by a zone. */
export function openDatabase(databaseUrl: string, options: DatabaseOptions): Db {
  return databaseOn(openPool(databaseUrl, options), options);
}

/**
 * What works on the connections of a pool. A statement that is not answered within `answerMs` may be on a connection that is lost (see
 * `DatabasePool`); absent: a little more than the server lets statements run, or long enough for those of jobs.
 */
export function databaseOn(
  pool: Pick<DatabasePool, 'within'>,
  { statementTimeoutMs, answerMs }: { statementTimeoutMs?: number; answerMs?: number } = {},
): Db {
  const limit = statementTimeoutMs === undefined ? JOB_ANSWER_MS : statementTimeoutMs + BEYOND_LIMIT_MS;
  const dialect = new PostgresDialect({ pool: pool.within(answerMs ?? limit), cursor: CopyCursor });
  return new Kysely<Database>({ dialect });
}

/** The connections of `openDatabase`, for those who want to count them. */
export function openPool(databaseUrl: string, options: DatabaseOptions): DatabasePool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new DatabasePool(
    {
      connectionString: databaseUrl,
      max: options.maxConnections,
      application_name: options.applicationName,
      connectionTimeoutMillis: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      types,
      options: sessionSettings(options),
      // A pooler passes on no options, and gives sessions the forms that the server wrote its first one in.
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for the promise, which its types do not say
      onConnect: (client) => client.query(KEEP_FORM_BEHIND_POOLER),
    },
    { onLost: options.onLost, idleMs: options.idleMs },
  );
  // A connection that breaks, idle or in use, fails its query and is replaced; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    options.onConnect?.();
  });
  return pool;
}

/** How many connections a pool has, how many of them are free, how many queries wait for one, and how many were lost. */
export function countConnections(pool: DatabasePool): {
  total: number;
  idle: number;
  waiting: number;
  lost: number;
  lostLately: number;
} {
  return {
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    lost: pool.lostCount,
    lostLately: pool.lostLately,
  };
}

/** What each session of a pool is begun with. */
function sessionSettings({ isReadOnly, lockTimeoutMs, statementTimeoutMs }: DatabaseOptions): string {
  const settings = {
    ...WRITTEN_FORM,
    default_transaction_read_only: isReadOnly && 'on',
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Runs `work` in a transaction: in that of `db` where it is one, and in a new one otherwise. */
export async function inTransaction<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

/**
 * Runs `work` in a transaction that sees only the rows of one tenant. Where `db` is a transaction, `work` is a part of it: afterwards it has
 * its own rights again, and what a failed `work` wrote is undone.
 */
export async function withTenant<T>(
  db: Db,
  tenantId: string,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const ofTenant = async (tx: Transaction<Database>) => {
    await sql`
      select set_config('role', lonja_tenant_role(), true), set_config('lonja.tenant_id', ${tenantId}, true)
    `.execute(tx);
    return work(tx);
  };
  return db instanceof Transaction
    ? asPartOf(db, async () => ofTenant(db))
    : db.transaction().execute(ofTenant);
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

/** Settings that last for a transaction, or for a part of it. */
interface Rights {
  role: string;
  tenant: string | null;
  user: string | null;
}

/** Does a part of a transaction, with the rights that it has: what fails takes nothing else of the transaction with it. Throws what `work` throws. */
export async function asPartOf<T>(tx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<Rights>`
    select current_setting('role') as role, current_setting('lonja.tenant_id', true) as tenant,
      current_setting('lonja.user_id', true) as "user"`.execute(tx);
  const { role, tenant, user } = rows[0];
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`
      select set_config('role', ${role}, true), set_config('lonja.tenant_id', ${tenant ?? ''}, true),
        set_config('lonja.user_id', ${user ?? ''}, true)`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    // The settings go back with it.
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
