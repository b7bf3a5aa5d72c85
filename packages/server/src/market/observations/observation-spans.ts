import { DAY_MS, type DeliveryDay, TIME_ZONE } from '@lonja/forecasting/market';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** A feed that goes on has a period that starts as late as this before now: the partitions of the months before need not be looked at. */
const RECENT_MS = 62 * DAY_MS;

/** Start of the last period of a series that is known at `asOf`; undefined when none is. */
export async function findKnownUntil(
  db: Db,
  query: { series: string; dataOrigin: DataOrigin; asOf: number },
): Promise<number | undefined> {
  const recent = await findLastStart(db, query, sql`and start_at >= ${new Date(query.asOf - RECENT_MS)}`);
  return recent ?? findLastStart(db, query, sql``);
}

async function findLastStart(
  db: Db,
  query: { series: string; dataOrigin: DataOrigin; asOf: number },
  within: RawBuilder<unknown>,
): Promise<number | undefined> {
  const ofWorld = query.dataOrigin === 'simulator' ? sql`=` : sql`<>`;
  // The index gives the last period of each feed at once; a maximum over all rows would read them.
  const { rows } = await sql<{ last: Date | null }>`
    select max(start_at) as last
    from feed
    cross join lateral (
      select start_at from observation
      where feed_id = feed.id and available_at <= ${new Date(query.asOf)} ${within}
      order by start_at desc limit 1
    ) as newest
    where feed.series = ${query.series} and feed.source ${ofWorld} 'simulator'
  `.execute(db);
  return rows[0]?.last?.getTime();
}

/** Delivery days (Europe/Madrid) with at least one stored period of a series from one source, in order. */
export async function listStoredDays(
  db: Db,
  feed: { series: string; source: string; from: number; to: number },
): Promise<DeliveryDay[]> {
  const rows = await storedDays(db, feed).execute();
  return rows.map((row) => row.day);
}

function storedDays(db: Db, feed: { series: string; source: string; from: number; to: number }) {
  return db
    .selectFrom('observation')
    .innerJoin('feed', 'feed.id', 'observation.feed_id')
    .select(sql<DeliveryDay>`to_char(start_at at time zone ${sql.lit(TIME_ZONE)}, 'YYYY-MM-DD')`.as('day'))
    .distinct()
    .where('feed.series', '=', feed.series)
    .where('feed.source', '=', feed.source)
    .where('start_at', '>=', new Date(feed.from))
    .where('start_at', '<', new Date(feed.to))
    .orderBy('day');
}

/** Of those days, the ones with a value that is known from exactly `knownFrom` on. */
export async function listDaysKnownFrom(
  db: Db,
  feed: { series: string; source: string; from: number; to: number; knownFrom: number },
): Promise<DeliveryDay[]> {
  const rows = await storedDays(db, feed).where('available_at', '=', new Date(feed.knownFrom)).execute();
  return rows.map((row) => row.day);
}

/** When the newest value of a series that is known at `asOf` became known; undefined when none is. */
export async function findNewestAvailability(
  db: Db,
  query: { series: string; dataOrigin: DataOrigin; asOf: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('observation')
    .innerJoin('feed', 'feed.id', 'observation.feed_id')
    .select((eb) => eb.fn.max('available_at').as('newest'))
    .where('feed.series', '=', query.series)
    .where('feed.source', query.dataOrigin === 'simulator' ? '=' : '<>', 'simulator')
    .where('start_at', '>', new Date(query.asOf))
    .where('available_at', '<=', new Date(query.asOf))
    .executeTakeFirst();
  return row?.newest?.getTime();
}

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
