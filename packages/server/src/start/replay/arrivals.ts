import type { Db } from '../../ground/database/database.ts';
import { type FeedRows, listArrivals, listSettledPublications } from '../../market/publications/history.ts';
import { appendToFeeds } from '../../market/observations/observations.ts';
import { type PublicationRecord, recordPublication } from '../../market/publications/publications.ts';

/** What a span of the past brings, each part at the instant at which it became available. */
export interface Arrivals {
  /** In order, epoch ms. */
  instants: number[];
  /** Stores what has come by an instant and was not stored yet: values, and their lines of the ledger. */
  storeUntil(db: Db, instant: number): Promise<void>;
}

export async function readArrivals(history: Db, span: { after: number; until: number }): Promise<Arrivals> {
  const feeds = (await listArrivals(history, span)).flatMap(splitByInstant);
  const lines = (await listSettledPublications(history, span)).map((line) => ({ line, at: settledAt(line) }));
  const waiting = {
    values: feeds.sort((a, b) => a.at - b.at),
    lines: lines.sort((a, b) => a.at - b.at),
  };
  return {
    instants: [...new Set([...waiting.values, ...waiting.lines].map(({ at }) => at))].sort((a, b) => a - b),
    async storeUntil(db, instant) {
      const values = takeUntil(waiting.values, instant);
      if (values.length > 0) await appendToFeeds(db, values);
      for (const { line } of takeUntil(waiting.lines, instant)) await recordPublication(db, line);
    },
  };
}

function settledAt({ publishedAt = 0, correctedAt = 0 }: PublicationRecord): number {
  return Math.max(publishedAt, correctedAt);
}

/** The rows of a feed, apart for each instant at which some of them became available. */
function splitByInstant({ feed, rows }: FeedRows): (FeedRows & { at: number })[] {
  const places = Map.groupBy(rows.start.keys(), (i) => rows.availableAt[i]);
  return [...places].map(([at, indices]) => {
    const pick = (column: Float64Array) => Float64Array.from(indices, (i) => column[i]);
    return {
      at,
      feed,
      rows: { start: pick(rows.start), value: pick(rows.value), availableAt: pick(rows.availableAt) },
    };
  });
}

/** Takes what is due off the front of a list that is in order of time. */
function takeUntil<T extends { at: number }>(waiting: T[], instant: number): T[] {
  const left = waiting.findIndex(({ at }) => at > instant);
  return waiting.splice(0, left < 0 ? waiting.length : left);
}
