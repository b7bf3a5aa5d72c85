import { type Resolution, DAY_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { isDeclared } from '../../ground/config/declared-name.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { timestampText } from './observation-rows.ts';

/** One series as one source publishes it; see `FeedTable`. */
export interface Feed {
  series: string;
  source: string;
  resolution: Resolution;
  unit: string;
}

/** A feed in the database. */
export interface StoredFeed extends Feed {
  id: number;
  /** Another one after every commit that changes the feed's values. */
  version: string;
  /** What its values are multiplied with when they are read; 0: they are left out, null: they stay as they are. */
  scale: number | null;
}

const SIMULATOR_SOURCE = 'simulator';
/** Sources before all others, the best first, and those after them, which stand in where no other has a value. */
const PREFERRED_SOURCES = ['omie'];
export const STAND_IN_SOURCES: readonly string[] = ['energy-charts'];
const PREFERRED_RESOLUTIONS: Resolution[] = ['PT15M', 'PT1H', 'P1D'];

/** The feeds of the given series in one world, the preferred ones first: by source, then finer before coarser. */
export async function findFeeds(
  db: Db,
  keys: readonly string[],
  dataOrigin: DataOrigin,
): Promise<StoredFeed[]> {
  const feeds = await db
    .selectFrom('feed')
    .selectAll()
    .where('series', 'in', [...keys])
    .where('source', dataOrigin === 'simulator' ? '=' : '!=', SIMULATOR_SOURCE)
    .execute();
  return feeds.sort(
    (a, b) =>
      rankOf(a.source) - rankOf(b.source) ||
      a.source.localeCompare(b.source) ||
      PREFERRED_RESOLUTIONS.indexOf(a.resolution) - PREFERRED_RESOLUTIONS.indexOf(b.resolution),
  );
}

/** Keys of the price series that are stored in one world. */
export async function listPriceSeries(db: Db, dataOrigin: DataOrigin): Promise<string[]> {
  const feeds = await db
    .selectFrom('feed')
    .select('series')
    .distinct()
    .where('series', 'like', 'price.%')
    .where('source', dataOrigin === 'simulator' ? '=' : '!=', SIMULATOR_SOURCE)
    .orderBy('series')
    .execute();
  return feeds.map(({ series }) => series);
}

/** The world that a source belongs to. */
export function originOf(source: string): DataOrigin {
  return source === SIMULATOR_SOURCE ? 'simulator' : 'market';
}

function rankOf(source: string): number {
  const rank = PREFERRED_SOURCES.indexOf(source);
  if (rank >= 0) return rank;
  // Declared sources never go before one that the service knows, nor before a file that somebody has imported.
  const behind = isDeclared(source) ? 2 : STAND_IN_SOURCES.includes(source) ? 1 : 0;
  return PREFERRED_SOURCES.length + behind;
}

/** The feed's number; the feed is created if it is new. Its unit cannot change. */
export async function ensureFeed(db: Db, feed: Feed): Promise<number> {
  const find = () =>
    db
      .selectFrom('feed')
      .select(['id', 'unit'])
      .where('series', '=', feed.series)
      .where('source', '=', feed.source)
      .where('resolution', '=', feed.resolution)
      .executeTakeFirst();
  let known = await find();
  if (known === undefined) {
    const { series, source, resolution, unit } = feed;
    await db
      .insertInto('feed')
      .values({ series, source, resolution, unit })
      .onConflict((conflict) => conflict.columns(['series', 'source', 'resolution']).doNothing())
      .execute();
    known = await find();
  }
  if (known === undefined) throw new Error(`The feed ${feed.series} of ${feed.source} could not be created.`);
  if (known.unit !== feed.unit) {
    throw new OperatorError(
      `${feed.series} of ${feed.source} is stored in ${known.unit}; values in ${feed.unit} cannot be added to it.`,
    );
  }
  return known.id;
}

/** Gives the new version. */
export async function raiseFeedVersion(db: Db, feedId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    update feed set version = version + 1 where id = ${feedId} returning version`.execute(db);
  return rows[0].version;
}

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
