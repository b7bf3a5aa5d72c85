import type { DeliveryDay } from '@lonja/forecasting';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { DataOrigin } from './service-state.ts';

/** Start of the last period of a series that is known at `asOf`; undefined when none is. */
export async function findKnownUntil(
  db: Db,
  query: { series: string; dataOrigin: DataOrigin; asOf: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('observation')
    .innerJoin('feed', 'feed.id', 'observation.feed_id')
    .select((eb) => eb.fn.max('start_at').as('last'))
    .where('feed.series', '=', query.series)
    .where('feed.source', query.dataOrigin === 'simulator' ? '=' : '<>', 'simulator')
    .where('available_at', '<=', new Date(query.asOf))
    .executeTakeFirst();
  return row?.last?.getTime();
}

/** Delivery days (Europe/Madrid) with at least one stored period of a series from one source, in order. */
export async function listStoredDays(
  db: Db,
  feed: { series: string; source: string; from: number; to: number },
): Promise<DeliveryDay[]> {
  const rows = await db
    .selectFrom('observation')
    .innerJoin('feed', 'feed.id', 'observation.feed_id')
    .select(sql<DeliveryDay>`to_char(start_at at time zone 'Europe/Madrid', 'YYYY-MM-DD')`.as('day'))
    .distinct()
    .where('feed.series', '=', feed.series)
    .where('feed.source', '=', feed.source)
    .where('start_at', '>=', new Date(feed.from))
    .where('start_at', '<', new Date(feed.to))
    .orderBy('day')
    .execute();
  return rows.map((row) => row.day);
}
