import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

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
