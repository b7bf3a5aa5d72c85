import { periodMs } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { mapAtOnce } from '@lonja/forecasting/workers';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { notePriceChanges, productOfPrices } from './price-changes.ts';
import { type Feed, STAND_IN_SOURCES, ensureFeed, findFeeds, originOf, raiseFeedVersion } from './feeds.ts';
import { type FeedChange, noteChange, readKeptRows } from './kept-rows.ts';
import { type RefusedRow, insertRows, quarantineRows, readRows } from './observation-rows.ts';
import { type Rows, planRevisions } from './plan-revisions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { Reason } from '../../ground/reasons/reasons.ts';
import { limitCheck, valueCheck } from '../../ground/database/value-check.ts';

export interface AppendResult {
  /** Periods that were not known yet. */
  inserted: number;
  /** Further revisions of known periods. */
  corrected: number;
  unchanged: number;
  /** Values that failed a check; they are kept in `quarantine` and never served. */
  quarantined: number;
}

/** Class of the advisory locks that let one writer at a time append to a feed. */
const FEED_LOCK_CLASS = 71_001;
const CHUNK_ROWS = 100_000;
/** Feeds read at a time: one connection's server process and this one leave a core idle. */
const READ_AT_ONCE = 3;

/**
 * Appends observations to a feed, which is created on demand, in one transaction (the caller's, if given one). Rows are
 * sorted by start, then by availability; instants are epoch ms. Loading the same rows again changes nothing, also when
 * two processes do it at once.
 */
export async function appendObservations(
  db: Db,
  feed: Feed,
  rows: Rows,
  options: AppendOptions = {},
): Promise<AppendResult> {
  if (db.isTransaction) return (await appendWithin(db, feed, rows, options)).result;
  const [result] = await appendToFeeds(db, [{ feed, rows }], options);
  return result;
}

export interface AppendOptions {
  /** Somebody has looked at the values: they need not be plausible, only within what nothing may pass (`limitCheck`). */
  isReleased?: boolean;
}

/** `appendObservations` to several feeds in one transaction: all of them or none. */
export async function appendToFeeds(
  db: Db,
  parts: readonly { feed: Feed; rows: Rows }[],
  options: AppendOptions = {},
): Promise<AppendResult[]> {
  const appended = await db.transaction().execute(async (tx) => {
    const ofParts: Awaited<ReturnType<typeof appendWithin>>[] = [];
    for (const { feed, rows } of parts) ofParts.push(await appendWithin(tx, feed, rows, options));
    return ofParts;
  });
  for (const change of appended.flatMap(({ changes }) => changes)) noteChange(db, change);
  return appended.map(({ result }) => result);
}

async function appendWithin(
  tx: Db,
  feed: Feed,
  rows: Rows,
  { isReleased = false }: AppendOptions,
): Promise<{ result: AppendResult; changes: FeedChange[] }> {
  checkRows(feed, rows);
  const feedId = await ensureFeed(tx, feed);
  // Ahead of reading: who changes partitions does not wait for a reader that waits for him.
  await sql`lock table only observation in row exclusive mode`.execute(tx);
  await sql`select pg_advisory_xact_lock(${FEED_LOCK_CLASS}::int, ${feedId}::int)`.execute(tx);
  const { good, refused } = partition(rows, isReleased ? limitCheck(feed.series) : valueCheck(feed.series));
  const result = { inserted: 0, corrected: 0, unchanged: 0, quarantined: refused.length };
  const changes: FeedChange[] = [];
  for (const chunk of chunksOf(good)) {
    const window = { from: chunk.start[0], to: (chunk.start.at(-1) ?? 0) + 1, asOf: Infinity };
    const plan = planRevisions(await readRows(tx, feedId, window), chunk);
    await insertRows(tx, feedId, plan);
    if (plan.start.length > 0) {
      const { start, value, availableAt } = plan;
      changes.push({ feedId, version: await raiseFeedVersion(tx, feedId), start, value, availableAt });
    }
    const product = productOfPrices(feed.series);
    if (product !== undefined) {
      await notePriceChanges(tx, { product, dataOrigin: originOf(feed.source) }, plan);
    }
    result.inserted += plan.inserted;
    result.corrected += plan.corrected;
    result.unchanged += plan.unchanged;
  }
  await quarantineRows(tx, feedId, refused);
  return { result, changes };
}

/**
 * Reads series as they were known at `asOf`: for each key all feeds that know something, the preferred one first (OMIE before
 * other sources, finer resolutions before coarser), with every revision available by then. `hourlyValues` and `quarterValues`
 * make one series of them. The simulator's feeds are read for `simulator` only, all others for `market` only; `leadingOnly` leaves out those
 * that stand in for others. These are scaled to the level of those that lead, and left out where their levels do not fit.
 */
export async function readSeries(
  db: Db,
  query: {
    keys: readonly string[];
    dataOrigin: DataOrigin;
    from: number;
    to: number;
    asOf: number;
    leadingOnly?: boolean;
  },
): Promise<Map<string, Series[]>> {
  const found = new Map<string, Series[]>(query.keys.map((key) => [key, []]));
  const all = await findFeeds(db, query.keys, query.dataOrigin);
  const feeds = all.filter(
    ({ source, scale }) => scale !== 0 && !(query.leadingOnly === true && STAND_IN_SOURCES.includes(source)),
  );
  const columns = await mapAtOnce(feeds, READ_AT_ONCE, (feed) => readKeptRows(db, feed, query));
  for (const [i, { series, unit, resolution, scale }] of feeds.entries()) {
    const { start, value, availableAt } = columns[i];
    if (start.length === 0) continue;
    const scaled = scale === null ? value : value.map((number) => scale * number);
    found.get(series)?.push({ key: series, unit, resolution, start, value: scaled, availableAt });
  }
  return found;
}

function checkRows(feed: Feed, { start, value, availableAt }: Rows): void {
  const step = feed.resolution === 'P1D' ? 1 : periodMs(feed.resolution);
  if (value.length !== start.length || availableAt.length !== start.length) {
    throw new RangeError(`The columns of ${feed.series} differ in length.`);
  }
  for (let i = 0; i < start.length; i++) {
    if (!(start[i] % step === 0) || !Number.isFinite(availableAt[i])) {
      throw new RangeError(
        `Row ${i} of ${feed.series} does not start on a period of ${feed.resolution} or lacks its availability.`,
      );
    }
    const isAscending =
      i === 0 ||
      start[i] > start[i - 1] ||
      (start[i] === start[i - 1] && availableAt[i] >= availableAt[i - 1]);
    if (!isAscending) throw new RangeError(`Row ${i} of ${feed.series} is out of order.`);
  }
}

function partition(
  rows: Rows,
  faultOf: (value: number) => Reason | undefined,
): { good: Rows; refused: RefusedRow[] } {
  const refused: RefusedRow[] = [];
  const isGood = new Uint8Array(rows.start.length).fill(1);
  rows.value.forEach((value, i) => {
    const reason = faultOf(value);
    if (reason === undefined) return;
    isGood[i] = 0;
    refused.push({ start: rows.start[i], value, availableAt: rows.availableAt[i], reason });
  });
  if (refused.length === 0) return { good: rows, refused };
  const keep = (_: number, i: number) => isGood[i] === 1;
  const good = {
    start: rows.start.filter(keep),
    value: rows.value.filter(keep),
    availableAt: rows.availableAt.filter(keep),
  };
  return { good, refused };
}

/** Slices of at most `CHUNK_ROWS`, except that the rows of one start are never parted. */
function* chunksOf(rows: Rows): Generator<Rows> {
  const count = rows.start.length;
  for (let from = 0; from < count;) {
    let to = Math.min(count, from + CHUNK_ROWS);
    while (to < count && rows.start[to] === rows.start[to - 1]) to++;
    yield {
      start: rows.start.subarray(from, to),
      value: rows.value.subarray(from, to),
      availableAt: rows.availableAt.subarray(from, to),
    };
    from = to;
  }
}
