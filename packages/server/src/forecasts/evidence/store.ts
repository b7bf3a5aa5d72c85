import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** An entry as it was hashed, and its hash. */
interface ListedEntry {
  seq: number;
  /** Canonical JSON. */
  entry: string;
  hash: string;
  /** Whether a third party stamped it. */
  isStamped: boolean;
}

/** Entries of the list after a number, in order. */
export async function listEntries(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<ListedEntry[]> {
  const rows = await db
    .selectFrom('evidence_entry as listed')
    .leftJoin('evidence_timestamp as stamp', 'stamp.seq', 'listed.seq')
    .select(['listed.seq', 'listed.entry', 'listed.hash', 'stamp.stamped_at'])
    .where('listed.seq', '>', String(after))
    .orderBy('listed.seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, entry, hash, stamped_at }) => ({
    seq: Number(seq),
    entry,
    hash,
    isStamped: stamped_at !== null,
  }));
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

/** The time stamp of an entry, as it came. Throws AppError where it has none. */
export async function readTimestampReply(db: Db, seq: number): Promise<Buffer> {
  const row = await db
    .selectFrom('evidence_timestamp')
    .select('reply')
    .where('seq', '=', String(seq))
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError(
      'not_found',
      'This entry has no time stamp; those of /evidence with "stamped" have one.',
    );
  }
  return row.reply;
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

export interface StampAges {
  /** When the authority gave the last time stamp, epoch ms; undefined: none yet. */
  lastAt: number | undefined;
  /** When the first entry that no stamp covers was listed, epoch ms; undefined: all are covered. */
  unstampedSince: number | undefined;
}

/** How far the time stamps of the list of evidence are. A stamp covers its entry and all before. */
export async function measureStampAges(db: Db): Promise<StampAges> {
  const { rows } = await sql<{ lastAt: Date | null; unstampedSince: Date | null }>`
    select
      (select stamped_at from evidence_timestamp order by seq desc limit 1) as "lastAt",
      (select (entry::json ->> 'listed_at')::timestamptz from evidence_entry
        where seq > coalesce((select max(seq) from evidence_timestamp), 0)
        order by seq limit 1) as "unstampedSince"`.execute(db);
  const [{ lastAt, unstampedSince }] = rows;
  return { lastAt: lastAt?.getTime(), unstampedSince: unstampedSince?.getTime() };
}
