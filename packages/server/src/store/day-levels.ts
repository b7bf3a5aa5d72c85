import type { DeliveryDay } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The stored values of one delivery day of a series. */
export interface StoredDay {
  day: DeliveryDay;
  mean: number;
  /** The newest revision of each period, in order of time. */
  values: number[];
}

/** The days of one series of one source at one resolution, in order; `from` and `to` are epoch ms, `to` exclusive. */
export async function listStoredDayValues(
  db: Db,
  feed: { series: string; source: string; resolution: string; from: number; to: number },
): Promise<StoredDay[]> {
  const { rows } = await sql<{ day: string; mean: number; numbers: number[] }>`
    select to_char(start_at at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day,
      avg(value)::float8 as mean, array_agg(value order by start_at) as numbers
    from (
      select distinct on (start_at) start_at, value
      from observation join feed on feed.id = observation.feed_id
      where feed.series = ${feed.series} and feed.source = ${feed.source} and feed.resolution = ${feed.resolution}
        and start_at >= ${new Date(feed.from)} and start_at < ${new Date(feed.to)}
      order by start_at, available_at desc, revision desc
    ) as newest
    group by 1
    order by 1
  `.execute(db);
  return rows.map(({ day, mean, numbers }) => ({ day, mean, values: numbers }));
}
