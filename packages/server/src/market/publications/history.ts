import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Feed } from '../observations/feeds.ts';
import { readRows } from '../observations/observation-rows.ts';
import { appendObservations } from '../observations/observations.ts';
import type { Rows } from '../observations/plan-revisions.ts';
import { type PublicationRecord, toRecord } from './publications.ts';

/** Ends the names of the series of own forecasts. */
const OWN_FORECAST_SUFFIX = '.model';

/** What became available of one feed, in order of start, then of availability. */
export interface FeedRows {
  feed: Feed;
  rows: Rows;
}

/** Copies what one database knew at `asOf` of the periods from `from` on into another. Gives the number of values. */
export async function copyHistory(
  history: Db,
  target: Db,
  { from, asOf }: { from: number; asOf: number },
): Promise<number> {
  let copied = 0;
  for (const { id, ...feed } of await listFeeds(history)) {
    const rows = await readRows(history, id, { from, to: Infinity, asOf });
    if (rows.start.length > 0) await appendObservations(target, feed, rows);
    copied += rows.start.length;
  }
  // What was known before is no news.
  await target.deleteFrom('price_change').execute();
  return copied;
}

/**
 * The values that became available after one instant, up to another (epoch ms); not the service's own forecasts, which whoever lives through
 * the span makes himself.
 */
export async function listArrivals(
  history: Db,
  { after, until }: { after: number; until: number },
): Promise<FeedRows[]> {
  const published = (await listFeeds(history)).filter(({ series }) => !series.endsWith(OWN_FORECAST_SUFFIX));
  const feeds = new Map(published.map(({ id, ...feed }) => [id, feed]));
  const rows = await history
    .selectFrom('observation')
    .select(['feed_id', 'start_at', 'value', 'available_at'])
    .where('available_at', '>', new Date(after))
    .where('available_at', '<=', new Date(until))
    .orderBy('feed_id')
    .orderBy('start_at')
    .orderBy('available_at')
    .orderBy('revision')
    .execute();
  return [...Map.groupBy(rows, ({ feed_id }) => feed_id)].flatMap(([id, ofFeed]) => {
    const feed = feeds.get(id);
    if (feed === undefined) return [];
    const column = (pick: (row: (typeof rows)[number]) => number) => Float64Array.from(ofFeed, pick);
    return [
      {
        feed,
        rows: {
          start: column(({ start_at }) => start_at.getTime()),
          value: column(({ value }) => value),
          availableAt: column(({ available_at }) => available_at.getTime()),
        },
      },
    ];
  });
}

/** The lines of the ledger whose day came, with or without a result, or was corrected after one instant, up to another, as they are now. */
export async function listSettledPublications(
  history: Db,
  { after, until }: { after: number; until: number },
): Promise<PublicationRecord[]> {
  const settledAt = sql<Date>`greatest(published_at, corrected_at)`;
  const rows = await history
    .selectFrom('publication')
    .selectAll()
    .where('state', 'in', ['complete', 'no_result'])
    .where(settledAt, '>', new Date(after))
    .where(settledAt, '<=', new Date(until))
    .execute();
  return rows.map(toRecord);
}

async function listFeeds(db: Db): Promise<(Feed & { id: number })[]> {
  return db
    .selectFrom('feed')
    .select(['id', 'series', 'source', 'resolution', 'unit'])
    .orderBy('id')
    .execute();
}
