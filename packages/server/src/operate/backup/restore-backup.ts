import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { migrate, migrateTo, unknownMigrations } from '../../ground/database/migrate.ts';
import type { Session } from '../../ground/database/session.ts';
import { ensureTenantRole } from '../../ground/database/tenant-rights.ts';
import { OperatorError } from '../../ground/errors.ts';
import { reason, reasonsText, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import { ensureMonths } from '../../market/observations/observation-parts.ts';
import { type CheckedArchive, type Part, readParts } from './archive.ts';
import { noteBackup } from './backup-notes.ts';
import {
  beginLoad,
  copyIn,
  endLoad,
  listAllTables,
  listStoredTables,
  setSequences,
} from './stored-tables.ts';

const decompress = promisify(zstdDecompress);

interface RestoredBackup {
  rows: number;
  /** Those that this program has and the backup had not. */
  migrations: string[];
  /** Tables in the backup that are none of Lonja's, and were left there. */
  leftOut: string[];
}

/** Refuses a backup of a newer program. */
export function refuseNewer({ file, manifest }: CheckedArchive): void {
  const unknown = unknownMigrations(manifest.migrations);
  if (unknown.length === 0) return;
  throw new OperatorError(
    `${file} was written by a newer version of Lonja (${manifest.program}, with ${unknown.join(', ')}); restore it with that version.`,
  );
}

/** Refuses a database that holds anything. */
export async function refuseUsed(db: Db): Promise<void> {
  const tables = await listAllTables(db);
  if (tables.length === 0) return;
  const isLonja = tables.includes('kysely_migration');
  const what = isLonja ? 'holds data of Lonja already' : `is not empty (${tables.slice(0, 3).join(', ')})`;
  throw new OperatorError(
    `The database ${what}; restore into a new one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
  );
}

/**
 * Loads a checked archive into an empty database: its schema as it was, its rows, then the migrations that came later. All is one
 * transaction, with `beforeCommit` at its end, so that a restore that fails leaves nothing behind. Needs no superuser. With
 * `forDrill` the copy sends nothing.
 */
export async function restoreBackup(
  { db, client, progress }: Session & { progress: Progress },
  archive: CheckedArchive,
  {
    tenantRole,
    forDrill,
    beforeCommit,
  }: { tenantRole: string; forDrill: boolean; beforeCommit: () => Promise<void> },
): Promise<RestoredBackup> {
  const { manifest } = archive;
  const restored = await db.transaction().execute(async (tx) => {
    await refuseUsed(tx);
    // Before the rows, which take long: it refuses a user who may not.
    await ensureTenantRole(tx, tenantRole);
    await migrateTo(tx, manifest.migrations);
    const loaded = await loadTables({ tx, client, progress }, archive);
    await setSequences(tx, manifest.sequences);
    await noteBackup(tx, { at: Date.parse(manifest.made_at), bytes: archive.bytes });
    const migrations = await migrate(tx, tenantRole);
    if (forDrill) await silence(tx);
    await beforeCommit();
    return { ...loaded, migrations: migrations.map(({ name }) => name) };
  });
  await sql`analyze`.execute(db);
  return restored;
}

async function loadTables(
  { tx, client, progress }: Omit<Session, 'db' | 'close'> & { tx: Db; progress: Progress },
  { file, manifest }: CheckedArchive,
): Promise<{ rows: number; leftOut: string[] }> {
  const known = new Set((await listStoredTables(tx)).map(({ name }) => name));
  const names = manifest.tables.flatMap(({ name }) => (known.has(name) ? [name] : []));
  const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  let done = 0;
  await beginLoad(tx, names);
  if (manifest.months !== undefined) await ensureMonths(tx, manifest.months);
  const entries = readParts(file);
  for (const table of manifest.tables) {
    const pieces = textOf(entries, table.parts);
    if (known.has(table.name)) {
      const rows = table.parts.length === 0 ? 0 : await copyIn(client, table, pieces);
      if (rows !== table.rows) {
        throw new OperatorError(
          `${file} is damaged: ${rows} of ${table.rows} rows of ${table.name} are in it.`,
        );
      }
      done += rows;
    } else {
      for await (const _ of pieces);
    }
    progress('Restoring', done, total);
  }
  await endLoad(tx, names);
  return { rows: done, leftOut: manifest.tables.flatMap(({ name }) => (known.has(name) ? [] : [name])) };
}

/** The text of parts, which come next in the archive. */
async function* textOf(
  entries: AsyncGenerator<{ name: string; bytes: Buffer }>,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const next = await entries.next();
    if (next.done === true || next.value.name !== part.name) {
      throw new OperatorError(`The backup has changed while it was read: ${part.name} is not where it was.`);
    }
    yield await decompress(next.value.bytes);
  }
}

const IS_COPY = [reason('copy_of_installation')];

/** Keeps a copy from sending what the original sends: nothing waits any more, and every webhook and channel of alerts is disabled. */
async function silence(tx: Db): Promise<void> {
  await sql`delete from mail_queue`.execute(tx);
  await sql`delete from audit_queue`.execute(tx);
  await sql`delete from audit_stream`.execute(tx);
  await sql`delete from alert_message`.execute(tx);
  await sql`update alert_channel set enabled = false, last_error = '{"code":"copy"}' where enabled`.execute(
    tx,
  );
  await sql`delete from event_fan_out`.execute(tx);
  await sql`delete from webhook_queue`.execute(tx);
  await sql`update webhook_delivery set state = 'failed', completed_at = now() where state = 'pending'`.execute(
    tx,
  );
  await sql`
    update webhook_endpoint set state = 'disabled', disabled_reason = ${sentenceOf(IS_COPY)},
      disabled_reason_codes = ${reasonsText(IS_COPY)}
    where state = 'active'`.execute(tx);
}
