import { TIME_ZONE } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';
import { type Month, type Part, rewriteMonth } from '../../market/observations/observation-parts.ts';

const KEY = 'thinned_revisions';
const Note = z.object({ plants: z.string(), inputs: z.string() });

/** The first month of each kind of own forecasts whose revisions have not been thinned out. */
export type Thinned = z.infer<typeof Note>;

export async function findThinned(db: Db): Promise<Thinned> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', KEY).executeTakeFirst();
  return Note.safeParse(row?.value).data ?? { plants: '', inputs: '' };
}

export async function noteThinned(db: Db, thinned: Thinned): Promise<void> {
  const value = JSON.stringify(thinned);
  await db
    .insertInto('service_state')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Whether a partition has several revisions of a period of some series. */
export async function hasRevisions(
  db: Db,
  { name, series }: { name: string; series: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from ${sql.table(name)} as observation join feed on feed.id = observation.feed_id
      where feed.series = any(${[...series]}::text[]) and revision > 1
    ) as has`.execute(db);
  return rows[0].has;
}

/**
 * Leaves of some series, in one month, the last revision that was available on each day (Europe/Madrid), which the accuracy by days ahead
 * rests on. They are numbered anew, as the number of a further one is how many there are.
 */
export async function thinMonth(
  db: Db,
  { month, series }: { month: Month; series: readonly string[] },
): Promise<void> {
  await rewriteMonth(
    db,
    month,
    (held) => sql`(
      select feed_id, start_at, value, available_at, recorded_at,
        (case when is_thinned then row_number() over (partition by feed_id, start_at order by revision)
          else revision end)::smallint as revision
      from (
        select held.*, is_thinned,
          row_number() over (
            partition by feed_id, start_at, (available_at at time zone ${sql.lit(TIME_ZONE)})::date order by available_at desc, revision desc
          ) as place
        from ${held} as held,
          lateral (select feed_id in (select id from feed where series = any(${[...series]}::text[])) as is_thinned) as kind
      ) as placed
      where place = 1 or not is_thinned)`,
  );
}

/** Whether everything in a partition was recorded before an instant, epoch ms. */
export async function isRecordedBefore(
  db: Db,
  { name }: Pick<Part, 'name'>,
  instant: number,
): Promise<boolean> {
  const { rows } = await sql<{ isOld: boolean }>`
    select not exists (select from ${sql.table(name)} where recorded_at >= ${new Date(instant)}) as "isOld"`.execute(
    db,
  );
  return rows[0].isOld;
}
