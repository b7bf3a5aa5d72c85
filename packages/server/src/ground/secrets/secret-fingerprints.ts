import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../database/arrays.ts';
import type { Db } from '../database/database.ts';

/** Secrets that all processes on a database share. The database keeps a fingerprint of the newest one. */
export type SharedSecret = 'sealing_key' | 'session_secret';

export async function findFingerprint(db: Db, secret: SharedSecret): Promise<string | undefined> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', keyOf(secret))
    .executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** Records the fingerprint where there is none, and gives the one that is recorded then: another process may have been first. */
export async function keepFirstFingerprint(
  db: Db,
  secret: SharedSecret,
  fingerprint: string,
): Promise<string> {
  const value = JSON.stringify(fingerprint);
  await db
    .insertInto('service_state')
    .values({ key: keyOf(secret), value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await findFingerprint(db, secret)) ?? fingerprint;
}

/** Records the fingerprint in place of another one. */
export async function replaceFingerprint(
  db: Db,
  secret: SharedSecret,
  { recorded, fingerprint }: { recorded: string; fingerprint: string },
): Promise<void> {
  if (recorded === fingerprint) return;
  await db
    .updateTable('service_state')
    .set({ value: JSON.stringify(fingerprint) })
    .where('key', '=', keyOf(secret))
    .where('value', '=', JSON.stringify(recorded))
    .execute();
}

export async function forgetFingerprint(db: Db, secret: SharedSecret): Promise<void> {
  await db.deleteFrom('service_state').where('key', '=', keyOf(secret)).execute();
}

/** Whether one of these keys is the one that the database's secrets are sealed with, or none is recorded. */
export async function hasSealingKey(db: Db, fingerprints: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{
    isWrong: boolean;
  }>`select ${sealedWithNoneOf(fingerprints)} as "isWrong"`.execute(db);
  return !rows[0].isWrong;
}

/** Whether none of these keys is the one that the database's secrets are sealed with. True of no process where none is recorded. */
export function sealedWithNoneOf(fingerprints: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from service_state where key = ${keyOf('sealing_key')} and value #>> '{}' <> all (${arrayLiteral(fingerprints)}::text[])
  )`;
}

function keyOf(secret: SharedSecret): string {
  return `fingerprint.${secret}`;
}
