import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { OperatorError } from '../errors.ts';
import { findGateFreeze } from '../config/gate-freeze.ts';
import { type Db, openDatabase } from './database.ts';
import { readDatabaseAddress } from './database-address.ts';
import { isDatabaseUnreachable } from './database-fault.ts';
import { FIRST_MIGRATION, listMigrations, migrate } from './migrate.ts';
import { claimForMarket, findDataOrigin } from './service-state.ts';
import { keepWrittenForm } from './session-settings.ts';
import { sharesSessions } from './shares-sessions.ts';
import { listOtherUses } from './tenant-rights.ts';
import { withShortWaits } from './with-short-waits.ts';

const OLDEST_VERSION = 150_000;
const RETRY_MS = 1000;

/**
 * Waits for the database, checks that this program can work on it, and brings it to the newest schema, over a connection of its own without
 * limits of time. Throws OperatorError with one sentence that says what to do: about the host, the user, the version, a newer program, or
 * rights.
 */
export async function prepareDatabase(
  databaseUrl: string,
  options: {
    tenantRole: string;
    logger: Logger;
    /** How long to wait for a database that is not there yet; absent: not at all. */
    patienceMs?: number;
    /** Given, a database that holds nothing of Lonja is left alone, and this is the message for the operator. */
    emptyText?: string;
    /** Given, no migration of a database of the market begins so shortly before a gate. */
    freeze?: { now: number; minutes: number };
  },
): Promise<void> {
  const { tenantRole, logger, patienceMs = 0, emptyText, freeze } = options;
  /** On a connection that ends with the work: the written form is kept by ending sessions that were there before. */
  const connected = async (work: (db: Db) => Promise<void>) => {
    const db = openDatabase(databaseUrl, { maxConnections: 1 });
    try {
      await work(db);
    } finally {
      await db.destroy();
    }
  };
  try {
    await connected(async (db) => {
      await waitForDatabase(db, { logger, patienceMs });
      await assertUsable(db, emptyText);
      if (freeze !== undefined) await refuseInFreeze(db, freeze);
    });
    if (await sharesSessions(databaseUrl)) {
      logger.warn(
        'a pooler lends out sessions of the database by transaction: notifications do not come, so jobs, deliveries and event streams are seconds late; set DATABASE_DIRECT_URL to the server itself',
      );
    }
    await keepWrittenForm(databaseUrl);
    await connected(async (db) => {
      await bringUpToDate(db, tenantRole, logger);
      await claimForMarket(db);
      const others = await listOtherUses(db, tenantRole);
      if (others.length > 0) {
        logger.warn(
          { tenantRole, databases: others.slice(0, 5) },
          'the role of tenants serves other databases too, whose owners could read with it what tenants read here; set TENANT_ROLE to a name of its own',
        );
      }
    });
  } catch (error) {
    throw explain(error, databaseUrl);
  }
}

async function bringUpToDate(db: Db, tenantRole: string, logger: Logger): Promise<void> {
  const startedAt = performance.now();
  const migrations = await withShortWaits(db, logger, () => migrate(db, tenantRole));
  const ms = Math.round(performance.now() - startedAt);
  if (migrations.some(({ name }) => name === FIRST_MIGRATION))
    logger.info({ migrations: migrations.length, ms }, 'the database has its schema');
  else if (migrations.length > 0) logger.info({ migrations, ms }, 'the database has a newer schema');
}

async function waitForDatabase(
  db: Db,
  { logger, patienceMs }: { logger: Logger; patienceMs: number },
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let hasSaidSo = false; ; hasSaidSo = true) {
    try {
      await sql`select`.execute(db);
      return;
    } catch (error) {
      if (!isDatabaseUnreachable(error) || performance.now() >= deadline) throw error;
      if (!hasSaidSo) logger.warn({ error, patienceMs }, 'waiting for the database');
      await sleep(RETRY_MS);
    }
  }
}

async function assertUsable(db: Db, emptyText: string | undefined): Promise<void> {
  const { rows } = await sql<{ number: number; name: string; encoding: string; readOnly: boolean }>`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::boolean as "readOnly"`.execute(
    db,
  );
  if (rows[0].number < OLDEST_VERSION) {
    throw new OperatorError(
      `The database server has version ${rows[0].name}; Lonja needs PostgreSQL 15 or later.`,
    );
  }
  if (rows[0].encoding !== 'UTF8') {
    throw new OperatorError(
      `The database has the encoding ${rows[0].encoding}; Lonja needs UTF8. Make another one, such as with "createdb --encoding UTF8 --template template0".`,
    );
  }
  if (rows[0].readOnly) {
    throw new OperatorError(
      'The database can only be read: it is a standby, or its server was made read-only, as where a disk is full. Check DATABASE_URL and the server.',
    );
  }
  const { done, unknown } = await listMigrations(db);
  if (done.length === 0 && emptyText !== undefined) throw new OperatorError(emptyText);
  if (unknown.length > 0) {
    throw new OperatorError(
      `A newer version of Lonja has changed this database (${unknown.join(', ')}); run that version, or restore a backup from before the upgrade.`,
    );
  }
}

/** A migration that takes long, or fails, would take the forecast that bidders wait for. The simulator has no bidders. */
async function refuseInFreeze(db: Db, { now, minutes }: { now: number; minutes: number }): Promise<void> {
  const gate = findGateFreeze(now, minutes);
  const { done, waiting } = await listMigrations(db);
  if (gate === undefined || done.length === 0 || waiting.length === 0) return;
  if ((await findDataOrigin(db)) !== 'market') return;
  const time = new Date(gate.closesAt).toISOString();
  throw new OperatorError(
    `${waiting.length} migrations wait, and the gate of ${gate.product} closes at ${time}: none begins in the ${minutes} minutes before. ` +
      'Start again after it, or set FREEZE_MINUTES=0 to migrate now.',
  );
}

/** The message for an operator about a fault, by system code or SQLSTATE. */
const EXPLANATIONS: Record<string, (place: string, message: string) => string> = {
  ENOTFOUND: (place) => `The host of the database ${place} is not known; check DATABASE_URL.`,
  EAI_AGAIN: (place) =>
    `The host of the database ${place} cannot be looked up now; check DATABASE_URL and the name server.`,
  ECONNREFUSED: (place) =>
    `The database ${place} cannot be reached (ECONNREFUSED): nothing answers there; check DATABASE_URL.`,
  ETIMEDOUT: (place) => `The database ${place} does not answer; check DATABASE_URL and the network.`,
  '28P01': (place) => `The database ${place} refuses the user or the password of DATABASE_URL.`,
  '28000': (place, message) => `The database ${place} does not let the user of DATABASE_URL in: ${message}.`,
  '3D000': (place) => `There is no database ${place}; make it with "createdb", or check DATABASE_URL.`,
  '42501': (place, message) =>
    `The user of DATABASE_URL may not set up the database ${place} (${message}); make that user the owner of the database.`,
};

function explain(error: unknown, databaseUrl: string): unknown {
  if (error instanceof OperatorError || !(error instanceof Error) || !('code' in error)) return error;
  const { place } = readDatabaseAddress(databaseUrl);
  const explanation = EXPLANATIONS[String(error.code)]?.(place, error.message);
  return explanation === undefined ? error : new OperatorError(explanation, { cause: error });
}
