import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from './database.ts';

const KEY = 'last_backup';
const Note = z.object({ at: z.iso.datetime(), bytes: z.int() });

/** A backup that was made of a database. `at` is epoch ms, by the machine's clock. */
export interface LastBackup {
  at: number;
  bytes: number;
}

export async function findLastBackup(db: Db): Promise<LastBackup | undefined> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', KEY).executeTakeFirst();
  const note = Note.safeParse(row?.value);
  return note.success ? { at: Date.parse(note.data.at), bytes: note.data.bytes } : undefined;
}

export async function noteBackup(db: Db, { at, bytes }: LastBackup): Promise<void> {
  const value = JSON.stringify({ at: new Date(at).toISOString(), bytes });
  await sql`
    insert into service_state (key, value) values (${KEY}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(db);
}
