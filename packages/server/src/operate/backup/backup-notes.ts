import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';

const BACKUP_KEY = 'last_backup';
const DRILL_KEY = 'last_restore_drill';
const Backup = z.object({ at: z.iso.datetime(), bytes: z.int() });

/** A backup that was made of a database. `at` is epoch ms, by the machine's clock. */
export interface LastBackup {
  at: number;
  bytes: number;
}

/** A backup that was restored to see whether that works; times are epoch ms, by the machine's clock. */
export interface RestoreDrill {
  at: number;
  backupMadeAt: number;
  durationMs: number;
  rows: number;
}

/** Seconds since the last backup and the last drill, or since the installation where there was none. */
export interface BackupAges {
  backupS: number;
  drillS: number;
}

export async function findLastBackup(db: Db): Promise<LastBackup | undefined> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', BACKUP_KEY)
    .executeTakeFirst();
  const note = Backup.safeParse(row?.value);
  return note.success ? { at: Date.parse(note.data.at), bytes: note.data.bytes } : undefined;
}

export async function noteBackup(db: Db, { at, bytes }: LastBackup): Promise<void> {
  await note(db, BACKUP_KEY, { at: new Date(at).toISOString(), bytes });
}

export async function noteDrill(db: Db, { at, backupMadeAt, durationMs, rows }: RestoreDrill): Promise<void> {
  await note(db, DRILL_KEY, {
    at: new Date(at).toISOString(),
    backup_made_at: new Date(backupMadeAt).toISOString(),
    duration_s: Math.round(durationMs / 1000),
    rows,
  });
}

/** By the clock of the database's machine: backups and drills are of this world, also where the service's clock is another. */
export async function measureBackupAges(db: Db): Promise<BackupAges> {
  const sinceNote = (key: string) => sql<number>`
    greatest(0, extract(epoch from now() - coalesce(
      (select (value->>'at')::timestamptz from service_state where key = ${key}),
      (select min(nullif(timestamp, '')::timestamptz) from kysely_migration),
      now())))::float8`;
  const { rows } = await sql<BackupAges>`
    select ${sinceNote(BACKUP_KEY)} as "backupS", ${sinceNote(DRILL_KEY)} as "drillS"`.execute(db);
  return rows[0];
}

async function note(db: Db, key: string, fields: object): Promise<void> {
  const value = JSON.stringify(fields);
  await sql`
    insert into service_state (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(db);
}
