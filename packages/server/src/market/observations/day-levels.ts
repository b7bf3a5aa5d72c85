import { TIME_ZONE } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** What is stored of a series in some days. */
export interface StoredLevels {
  /** Mean of each day that has values, in order. */
  means: number[];
  /** The newest revision of each period of the last of those days; empty where there is none. */
  lastDay: number[];
}

/** The days of one series of one source at one resolution; `from` and `to` are epoch ms, `to` exclusive. */
export async function readStoredLevels(
  db: Db,
  feed: { series: string; source: string; resolution: string; from: number; to: number },
): Promise<StoredLevels> {
  // One row a day; the values of the last day alone are sent, for every day of a history is checked by them.
  const { rows } = await sql<{ mean: number; last: number[] | null }>`
    with newest as (
      select distinct on (start_at) (start_at at time zone ${sql.lit(TIME_ZONE)})::date as day, start_at, value
      from observation join feed on feed.id = observation.feed_id
      where feed.series = ${feed.series} and feed.source = ${feed.source} and feed.resolution = ${feed.resolution}
        and start_at >= ${new Date(feed.from)} and start_at < ${new Date(feed.to)}
      order by start_at, available_at desc, revision desc
    )
    select avg(value)::float8 as mean,
      array_agg(value order by start_at) filter (where day = (select max(day) from newest)) as last
    from newest
    group by day
    order by day
  `.execute(db);
  return { means: rows.map(({ mean }) => mean), lastDay: rows.at(-1)?.last ?? [] };
}
