import { DAY_MS, type Resolution } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { timestampText } from './timestamp-text.ts';

const RECENT_MS = 62 * DAY_MS;

/** How far a feed reaches. */
export interface FeedEnd {
  series: string;
  source: string;
  resolution: Resolution;
  /** Start of its last period, epoch ms. */
  lastStart: number;
}

/** How far each feed reaches by what is known at `asOf` (epoch ms; Infinity: all that is stored); empty feeds are left out. */
export async function listFeedEnds(db: Db, asOf: number): Promise<FeedEnd[]> {
  const until = timestampText(asOf);
  // Most feeds go on, so that the partitions of older months need not be looked at.
  const recent = new Date((Number.isFinite(asOf) ? asOf : Date.now()) - RECENT_MS);
  // The index gives the last period of each feed at once; a maximum over all rows would read them.
  const { rows } = await sql<{ series: string; source: string; resolution: Resolution; last: Date }>`
    select feed.series, feed.source, feed.resolution, newest.start_at as last
    from feed
    cross join lateral (
      select coalesce(
        (select start_at from observation
          where feed_id = feed.id and available_at <= ${until}::timestamptz and start_at >= ${recent}
          order by start_at desc limit 1),
        (select start_at from observation
          where feed_id = feed.id and available_at <= ${until}::timestamptz
          order by start_at desc limit 1)) as start_at
    ) as newest
    where newest.start_at is not null
    order by feed.source, feed.series, feed.resolution
  `.execute(db);
  return rows.map(({ last, ...feed }) => ({ ...feed, lastStart: last.getTime() }));
}
