import { addDays, dayRange, type DeliveryDay, deliveryDayOf, instantFor } from '@lonja/forecasting/market';
import type { Publication, Source } from '../connectors/source.ts';
import { reason } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { expectPublications, listDuePublications, noteRest } from '../publications/publications.ts';
import { listSourceStatus } from '../publications/source-status.ts';
import type { DataContext } from '../sources/data-context.ts';
import { enabledSources } from '../sources/known-sources.ts';
import { ingestDays } from './ingest-days.ts';
import { firstAttempt, isResting, expectedAsSeen, watchedFromOf } from '../sources/polling.ts';

/** Days behind today that are followed, so that a pause of the service leaves no gap, and days ahead that can be published. */
const FOLLOWED_DAYS_BACK = 7;
const FOLLOWED_DAYS_AHEAD = 2;
/** Lines that one call works off; the next call goes on. */
const MAX_LINES = 200;
const FAILED_BEFORE = [reason('failed_before')];

/**
 * Asks every enabled source for the days that are due: those around their expected publication, those that are late, and those
 * that may have been corrected. All that is known of it is in the ledger, so a stop loses nothing and any process may go on.
 * Gives the number of days that were stored or corrected.
 */
export async function followSources(context: DataContext): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const sources = enabledSources(context);
  for (const source of sources.values()) await expectPublications(db, await expectedLines(db, source, now));
  const resting = (await listSourceStatus(db)).filter((status) => isResting(status, now));
  for (const { source, lastFailure = FAILED_BEFORE } of resting) {
    await noteRest(db, { source, now, reason: lastFailure });
  }
  const asked = [...sources.keys()].filter((name) => resting.every(({ source }) => source !== name));
  const due = await listDuePublications(db, { now, sources: asked, limit: MAX_LINES });
  const groups = Map.groupBy(due, ({ source, name }) => `${source} ${name}`);
  let stored = 0;
  await Promise.all(
    [...groups.values()].map(async (lines) => {
      const [{ source: sourceName, name }] = lines;
      const source = sources.get(sourceName);
      const publication = source && followedOf(source).find((known) => known.name === name);
      if (source === undefined || publication === undefined) return;
      const days = lines.map(({ day }) => day).toSorted();
      for (const span of spansOf(days, publication.daysPerRequest)) {
        const { complete, failure } = await ingestDays(context, source, publication, span);
        stored += complete;
        if (failure !== undefined) break;
      }
    }),
  );
  return stored;
}

function followedOf({ publications, outlooks = [] }: Source): Publication[] {
  return [...publications, ...outlooks];
}

/** The lines of a source that can be expected now. What was expected of past days cannot be requested any more. */
async function expectedLines(db: Db, source: Source, now: number) {
  const today = deliveryDayOf(now);
  const asSeen = (publication: Publication) => expectedAsSeen(db, { source: source.name, publication, now });
  const publications = await Promise.all(source.publications.map(asSeen));
  const followed = publications.map((publication) => {
    const back = FOLLOWED_DAYS_BACK + Math.max(0, publication.expected.dayOffset);
    return { publication, from: addDays(today, -back) };
  });
  const outlooks = (source.outlooks ?? []).map((publication) => ({ publication, from: today }));
  return [...followed, ...outlooks].flatMap(({ publication, from }) => {
    const { name, expected, firstDay } = publication;
    return dayRange(from, addDays(today, Math.max(FOLLOWED_DAYS_AHEAD, -expected.dayOffset)))
      .filter((day) => day >= firstDay)
      .map((day) => {
        const expectedAt = instantFor(day, expected);
        const nextAttemptAt = firstAttempt(expectedAt, watchedFromOf(publication, day));
        return { source: source.name, name, day, expectedAt, nextAttemptAt };
      });
  });
}

/** Runs of consecutive days, none longer than one request may ask for. */
export function spansOf(days: DeliveryDay[], longest: number): { from: DeliveryDay; to: DeliveryDay }[] {
  const spans: { from: DeliveryDay; to: DeliveryDay; length: number }[] = [];
  for (const day of days) {
    const span = spans.at(-1);
    if (span !== undefined && addDays(span.to, 1) === day && span.length < longest) {
      span.to = day;
      span.length++;
    } else {
      spans.push({ from: day, to: day, length: 1 });
    }
  }
  return spans.map(({ from, to }) => ({ from, to }));
}
