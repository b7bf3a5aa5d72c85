import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** An entry as it was hashed, and its hash. */
export interface ListedEntry {
  seq: number;
  /** Canonical JSON. */
  entry: string;
  hash: string;
}

/** Entries of the list after a number, in order. */
export async function listEntries(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<ListedEntry[]> {
  const rows = await db
    .selectFrom('evidence_entry')
    .select(['seq', 'entry', 'hash'])
    .where('seq', '>', String(after))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, entry, hash }) => ({ seq: Number(seq), entry, hash }));
}

/** The last entry; undefined while there is none. */
export async function findHead(db: Db): Promise<{ seq: number; hash: string } | undefined> {
  const row = await db
    .selectFrom('evidence_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { seq: Number(row.seq), hash: row.hash };
}

/** The file of a listed run. Throws AppError for a run that is not listed, whose file is not open yet, or was deleted with it. */
export async function readEvidenceFile(db: Db, runId: string, now: number): Promise<Buffer> {
  const row = await db
    .selectFrom('evidence_entry as entry')
    .leftJoin('evidence_file as file', 'file.run_id', 'entry.run_id')
    .select(['entry.opens_at', 'file.gzip'])
    .where(sql<boolean>`entry.run_id = ${runId}::uuid`)
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError('not_found', 'No such run is listed; take run_id from an entry of /evidence.');
  }
  if (row.opens_at.getTime() > now) {
    const opensAt = formatInstant(row.opens_at.getTime());
    throw new AppError('not_found', `This file opens at ${opensAt}, after the first day that it forecasts.`);
  }
  if (row.gzip === null) {
    throw new AppError('not_found', 'The run was deleted by age, and its file with it; its entry stays.');
  }
  return gunzipSync(row.gzip);
}
