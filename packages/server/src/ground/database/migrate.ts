import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { lockTables } from './lock-tables.ts';
import { MIGRATIONS } from './migrations.ts';
import { applyTenantRights, DEFAULT_TENANT_ROLE, ensureTenantRole } from './tenant-rights.ts';

/** It ran in a database that held nothing of Lonja. */
export const FIRST_MIGRATION = '0001-initial';

/** A migration that ran, and how long it took. */
export interface DoneMigration {
  name: string;
  ms: number;
}

/**
 * Brings the database to the newest schema, gives the tenants' role its rights (see `tenant-rights.ts`) and returns the migrations that
 * ran. All of them run in one transaction (that of `db` where it is one) under an advisory lock, so several processes may start at once and
 * a failure leaves nothing behind.
 */
export async function migrate(db: Db, tenantRole = DEFAULT_TENANT_ROLE): Promise<DoneMigration[]> {
  await ensureTenantRole(db, tenantRole);
  const done = await run(db, MIGRATIONS);
  await applyTenantRights(db, tenantRole);
  return done;
}

/** Brings an empty database to the schema of these migrations alone, which are known. */
export async function migrateTo(db: Db, names: readonly string[]): Promise<DoneMigration[]> {
  return run(db, Object.fromEntries(names.map((name) => [name, MIGRATIONS[name]])));
}

/** The tables of before that a migration says it locks. */
export function declaredLocks(name: string): readonly string[] {
  return MIGRATIONS[name].locks ?? [];
}

/** Those of some migrations that this program does not have. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

/** Held while migrations are looked up and run: the migrator reads the catalogue before it takes a lock of its own. */
const LOCK = 7_250_417_330;

async function run(db: Db, migrations: Record<string, Migration>): Promise<DoneMigration[]> {
  if (!db.isTransaction) return db.transaction().execute((tx) => run(tx, migrations));
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(db);
  const { waiting } = await listMigrations(db);
  await lockTables(db, waiting.filter((name) => Object.hasOwn(migrations, name)).flatMap(declaredLocks));
  const done: DoneMigration[] = [];
  const timed = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      async up(tx) {
        const startedAt = performance.now();
        await migration.up(tx);
        done.push({ name, ms: Math.round(performance.now() - startedAt) });
      },
    },
  ]);
  const migrator = new Migrator({
    db,
    // Migrations of parallel branches are numbered when they begin and may land out of order.
    allowUnorderedMigrations: true,
    provider: { getMigrations: async () => Object.fromEntries(timed) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return done;
}

/** Migrations by name, in order. */
export interface MigrationState {
  done: string[];
  /** Those that this program would run. */
  waiting: string[];
  /** Those that a newer program has run. */
  unknown: string[];
}

/** How far the schema of a database has come; it is only read. An empty `done` is a database that holds nothing of Lonja. */
export async function listMigrations(db: Db): Promise<MigrationState> {
  const known = Object.keys(MIGRATIONS);
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!tables[0].isThere) return { done: [], waiting: known, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const done = rows.map(({ name }) => name);
  return {
    done,
    waiting: known.filter((name) => !done.includes(name)),
    unknown: unknownMigrations(done),
  };
}
