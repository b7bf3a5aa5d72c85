import { DAY_MS, lowerBound } from '@lonja/forecasting';
import type { Db } from './database.ts';
import type { StoredFeed } from './feeds.ts';
import { readRows } from './observation-rows.ts';
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
}

/** By database and number of the feed: of each feed one window with all of its revisions. */
const keptRows = new WeakMap<Db, Map<number, KeptRows>>();

/**
 * As `readRows`. Long windows are kept in memory, 24 bytes a row, and read from the database again when the feed's version is another. In a
 * transaction, which sees what nobody else does, nothing is kept.
 */
export async function readKeptRows(db: Db, feed: StoredFeed, window: Window): Promise<Rows> {
  if (db.isTransaction || window.to - window.from < LONG_WINDOW_MS) return readRows(db, feed.id, window);
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

function readAnew(db: Db, { id, version }: StoredFeed, window: Window): KeptRows {
  const { from } = window;
  const to = window.to + MARGIN_MS;
  return { version, from, to, rows: readRows(db, id, { from, to, asOf: Infinity }) };
}

/** Copies of the rows that start within the window and were available at its `asOf`. */
function rowsWithin(rows: Rows, { from, to, asOf }: Window): Rows {
  const first = lowerBound(rows.start, from);
  const end = lowerBound(rows.start, to);
  const { start, value, availableAt } = {
    start: rows.start.slice(first, end),
    value: rows.value.slice(first, end),
    availableAt: rows.availableAt.slice(first, end),
  };
  let count = 0;
  for (let i = 0; i < start.length; i++) {
    if (availableAt[i] > asOf) continue;
    start[count] = start[i];
    value[count] = value[i];
    availableAt[count++] = availableAt[i];
  }
  return {
    start: start.subarray(0, count),
    value: value.subarray(0, count),
    availableAt: availableAt.subarray(0, count),
  };
}
