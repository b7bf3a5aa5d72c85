import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type pg from 'pg';
import { OperatorError } from '../../ground/errors.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import { copyOut, countRows, listSequences, listStoredTables, type StoredTable } from './stored-tables.ts';
import type { Db } from '../../ground/database/database.ts';
import { noteBackup } from './backup-notes.ts';
import { listMigrations } from '../../ground/database/migrate.ts';
import { holdParts, listMonthParts } from '../../market/observations/observation-parts.ts';
import { readServerState } from '../../ground/database/server-state.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import type { Session } from '../../ground/database/session.ts';
import {
  type ArchiveWriter,
  createArchive,
  FIRST_ENTRY,
  FORMAT,
  type Manifest,
  MANIFEST_ENTRY,
  type Part,
  SECRETS_ENTRY,
} from './archive.ts';

/** So much of a table is compressed at once and is an entry of the archive. */
const PART_BYTES = 4 * 2 ** 20;
const LINE_END = 10;
const compress = promisify(zstdCompress);

export interface WrittenBackup {
  manifest: Manifest;
  bytes: number;
}

/**
 * Writes the contents of a database into an archive, all as of one instant, while the service goes on. Its memory does not grow with the
 * database. The database itself is given the note that there is a backup.
 */
export async function writeBackup(
  {
    db,
    client,
    program,
    now,
    progress,
  }: Session & { program: string; now: () => number; progress: Progress },
  { file, mayReplace, secrets }: { file: string; mayReplace: boolean; secrets: string | undefined },
): Promise<WrittenBackup> {
  const madeAt = now();
  await refuseForeign(db);
  const archive = await createArchive(file, { mayReplace, madeAt });
  try {
    await archive.add(
      FIRST_ENTRY,
      Buffer.from(`Backup of Lonja, format ${FORMAT}; ${MANIFEST_ENTRY} is the last entry.\n`),
    );
    const manifest = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await holdParts(tx);
        const state = await readServerState(tx);
        const { done } = await listMigrations(tx);
        const tables = await writeTables({ tx, client, archive, progress });
        return {
          format: FORMAT,
          program,
          postgres: state.version,
          made_at: new Date(madeAt).toISOString(),
          data_origin: (await findDataOrigin(tx)) ?? null,
          migrations: done,
          tables,
          months: (await listMonthParts(tx)).map(({ month }) => month),
          sequences: await listSequences(tx),
          secrets: secrets === undefined ? null : await archive.add(SECRETS_ENTRY, Buffer.from(secrets)),
        } satisfies Manifest;
      });
    await archive.add(MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    const bytes = await archive.finish();
    await noteBackup(db, { at: madeAt, bytes });
    return { manifest, bytes };
  } finally {
    await archive.discard();
  }
}

async function refuseForeign(db: Db): Promise<void> {
  const { done, unknown } = await listMigrations(db);
  if (done.length === 0) {
    throw new OperatorError('The database holds nothing of Lonja; check DATABASE_URL or DATA_DIR.');
  }
  if (unknown.length > 0) {
    throw new OperatorError(
      `A newer version of Lonja has changed the database (${unknown.join(', ')}); back it up with that version.`,
    );
  }
}

async function writeTables({
  tx,
  client,
  archive,
  progress,
}: {
  tx: Db;
  client: pg.Client;
  archive: ArchiveWriter;
  progress: Progress;
}): Promise<Manifest['tables']> {
  const counted = [];
  for (const table of await listStoredTables(tx))
    counted.push({ table, rows: await countRows(tx, table.name) });
  const total = counted.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const onRows = (rows: number) => progress('Backing up', (done += rows), total);
  const tables: Manifest['tables'] = [];
  for (const { table, rows } of counted) {
    const parts = rows === 0 ? [] : await writeTable({ client, archive, onRows }, table);
    tables.push({ ...table, rows, parts });
  }
  return tables;
}

/** Compresses a part while the next one is read. */
async function writeTable(
  { client, archive, onRows }: { client: pg.Client; archive: ArchiveWriter; onRows: (rows: number) => void },
  table: StoredTable,
): Promise<Part[]> {
  const parts: Part[] = [];
  let pieces: Buffer[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async (text: Buffer, number: number) => {
    const name = `tables/${table.name}/${String(number).padStart(5, '0')}.copy.zst`;
    parts.push(await archive.add(name, await compress(text)));
    onRows(countLines(text));
  };
  let number = 0;
  const flush = async () => {
    await writing;
    writing = write(Buffer.concat(pieces), ++number);
    // Reported when the next part is ready.
    writing.catch(() => undefined);
    pieces = [];
    bytes = 0;
  };
  for await (const piece of copyOut(client, table)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= PART_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  await writing;
  return parts;
}

/** The text format writes a line's end within a value as `\n`, so every line is a row. */
function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) lines++;
  return lines;
}
