import { DAY_MS } from '@lonja/forecasting/market';
import { lowerBound } from '@lonja/forecasting/data';
import type { Db } from '../../ground/database/database.ts';
import type { StoredFeed } from './feeds.ts';
import { readRows, readRowsOfManyRevisions } from './observation-rows.ts';
import type { Rows } from './plan-revisions.ts';

/** Windows at least so long are read again and again by the models, and kept. */
const LONG_WINDOW_MS = 200 * DAY_MS;

/** What is kept goes so far beyond what was asked for, because the next day's window ends a day later. */
const MARGIN_MS = 31 * DAY_MS;

interface Window {
  from: number;
  to: number;
  asOf: number;
}

interface KeptRows {
  version: string;
  from: number;
  to: number;
  rows: Promise<Rows>;
  /** The same once they have been read. */
  known: Rows | undefined;
}

/** Rows that a commit added to a feed, and the version that it left. */
export interface FeedChange extends Rows {
  feedId: number;
  version: string;
}

/** By database and number of the feed: of each feed one window with all of its revisions. */
const keptRows = new WeakMap<Db, Map<number, KeptRows>>();

/**
 * As `readRows`. Long windows are kept in memory, 24 bytes a row, and read from the database again when the feed's version is another. In a
 * transaction, which sees what nobody else does, nothing is kept.
 */
export async function readKeptRows(db: Db, feed: StoredFeed, window: Window): Promise<Rows> {
  if (db.isTransaction || window.to - window.from < LONG_WINDOW_MS) return readFeed(db, feed, window);
  const ofFeeds = keptRows.get(db) ?? new Map<number, KeptRows>();
  keptRows.set(db, ofFeeds);
  const before = ofFeeds.get(feed.id);
  const isThere = before?.version === feed.version && before.from <= window.from && before.to >= window.to;
  const kept = isThere
    ? before
    : readAnew(db, feed, { ...window, from: Math.min(window.from, before?.from ?? Infinity) });
  ofFeeds.set(feed.id, kept);
  try {
    return rowsWithin(await kept.rows, window);
  } catch (error) {
    if (ofFeeds.get(feed.id) === kept) ofFeeds.delete(feed.id);
    throw error;
  }
}

/** Own forecasts are renewed several times a day. */
function readFeed(db: Db, { id, series }: StoredFeed, window: Window): Promise<Rows> {
  return series.endsWith('.model') ? readRowsOfManyRevisions(db, id, window) : readRows(db, id, window);
}

function readAnew(db: Db, feed: StoredFeed, window: Window): KeptRows {
  const { from } = window;
  const to = window.to + MARGIN_MS;
  const rows = readFeed(db, feed, { from, to, asOf: Infinity });
  const kept: KeptRows = { version: feed.version, from, to, rows, known: undefined };
  rows.then(
    (known) => (kept.known = known),
    () => undefined,
  );
  return kept;
}

/**
 * Adds what this process has just committed to what is kept, which saves reading all of it again. What is kept of another version than the one
 * before the commit stays as it is, and is read again when it is asked for.
 */
export function noteChange(db: Db, { feedId, version, ...rows }: FeedChange): void {
  const ofFeeds = keptRows.get(db);
  const kept = ofFeeds?.get(feedId);
  if (kept?.known === undefined || BigInt(kept.version) + 1n !== BigInt(version)) return;
  // The database keeps instants to the microsecond.
  if (!rows.availableAt.every(Number.isInteger)) return;
  const known = joinRows(kept.known, rowsBetween(rows, kept));
  ofFeeds?.set(feedId, { ...kept, version, known, rows: Promise.resolve(known) });
}

/** Both in order of start, then of availability; of two that agree in both the added one comes later, and once where it was read already. */
function joinRows(known: Rows, added: Rows): Rows {
  const length = known.start.length + added.start.length;
  const joined = {
    start: new Float64Array(length),
    value: new Float64Array(length),
    availableAt: new Float64Array(length),
  };
  let count = 0;
  const take = (from: Rows, first: number, end: number) => {
    joined.start.set(from.start.subarray(first, end), count);
    joined.value.set(from.value.subarray(first, end), count);
    joined.availableAt.set(from.availableAt.subarray(first, end), count);
    count += end - first;
  };
  let taken = 0;
  for (let i = 0; i < added.start.length; i++) {
    const start = added.start[i];
    const availableAt = added.availableAt[i];
    let end = Math.max(taken, lowerBound(known.start, start));
    while (known.start[end] === start && known.availableAt[end] <= availableAt) end++;
    take(known, taken, end);
    taken = end;
    const isThere =
      joined.start[count - 1] === start &&
      joined.availableAt[count - 1] === availableAt &&
      joined.value[count - 1] === added.value[i];
    if (!isThere) take(added, i, i + 1);
  }
  take(known, taken, known.start.length);
  return firstRows(joined, count);
}

function firstRows({ start, value, availableAt }: Rows, count: number): Rows {
  return {
    start: start.subarray(0, count),
    value: value.subarray(0, count),
    availableAt: availableAt.subarray(0, count),
  };
}

/** Those that start within a window. */
function rowsBetween({ start, value, availableAt }: Rows, { from, to }: { from: number; to: number }): Rows {
  const first = lowerBound(start, from);
  const end = lowerBound(start, to);
  return {
    start: start.slice(first, end),
    value: value.slice(first, end),
    availableAt: availableAt.slice(first, end),
  };
}

/** Copies of the rows that start within the window and were available at its `asOf`. */
function rowsWithin(rows: Rows, window: Window): Rows {
  const within = rowsBetween(rows, window);
  const { start, value, availableAt } = within;
  let count = 0;
  for (let i = 0; i < start.length; i++) {
    if (availableAt[i] > window.asOf) continue;
    start[count] = start[i];
    value[count] = value[i];
    availableAt[count++] = availableAt[i];
  }
  return firstRows(within, count);
}
