import {
  type DeliveryDay,
  addDays,
  DAY_MS,
  dayRange,
  dayStart,
  instantFor,
  type Series,
} from '@lonja/forecasting';
import { PayloadFault } from '../../connectors/payload-fault.ts';
import type { DaySpan, Publication, PublishedDay, Source } from '../../connectors/source.ts';
import { SourceUnavailable } from '../../connectors/transport/source-unavailable.ts';
import type { Db } from '../../store/database.ts';
import { listStoredDayValues, type StoredDay } from '../../store/day-levels.ts';
import { appendObservations } from '../../store/observations.ts';
import {
  findPublications,
  type PublicationRecord,
  quarantineDay,
  recordPublication,
  recordSourceAnswer,
} from '../../store/publications.ts';
import type { DataContext } from './data-context.ts';
import { firstAttempt, nextAttemptWhileWaiting, nextRevisionCheck } from './polling.ts';
import { findDayFault, USUAL_DAYS } from './quality-gates.ts';

/** A day that comes later than this after it was expected is history, whose true publication nobody here has seen. */
export const AWAITED_MS = 7 * DAY_MS;

export interface IngestOptions {
  /** Takes a day whose level is far from the days before: somebody has looked at it. */
  acceptsLevelShift?: boolean;
}

/** How many of the asked days came to what. */
export interface IngestResult {
  complete: number;
  /** Of the complete ones, those whose values changed. */
  corrected: number;
  quarantined: number;
  missing: number;
  /** Why the source gave nothing at all. */
  failure: string | undefined;
}

/**
 * Asks a source for days of a publication, checks each, stores those that pass and writes the ledger: values and ledger of a day
 * together or not at all. A source that does not answer, or whose answer cannot be read, is noted and asked again later.
 */
export async function ingestDays(
  context: Pick<DataContext, 'db' | 'clock' | 'logger'>,
  source: Source,
  publication: Publication,
  span: DaySpan,
  options: IngestOptions = {},
): Promise<IngestResult> {
  const { db, clock, logger } = context;
  const key = { source: source.name, name: publication.name };
  const known = await findPublications(db, { ...key, ...span });
  const lineOf = (day: DeliveryDay): PublicationRecord =>
    known.get(day) ?? blankLine(source, publication, day);
  const result: IngestResult = { complete: 0, corrected: 0, quarantined: 0, missing: 0, failure: undefined };
  let published: PublishedDay[] = [];
  try {
    published = await source.fetch(publication, span);
    await recordSourceAnswer(db, { source: source.name, now: clock.now(), failure: undefined });
  } catch (fault) {
    if (!(fault instanceof SourceUnavailable || fault instanceof PayloadFault)) throw fault;
    result.failure = fault.message;
    logger.warn({ ...key, ...span, reason: fault.message }, 'a source gave nothing that can be used');
    await recordSourceAnswer(db, { source: source.name, now: clock.now(), failure: fault.message });
  }
  const byDay = new Map(published.map((one) => [one.day, one]));
  for (const day of dayRange(span.from, span.to)) {
    const line = { ...lineOf(day), attempts: lineOf(day).attempts + 1, lastAttemptAt: clock.now() };
    const found = byDay.get(day);
    if (found === undefined) {
      result.missing++;
      await noteMissing(db, line, result.failure ?? 'not published yet');
      continue;
    }
    const recent = await recentDays(db, source, found);
    const fault = findDayFault(publication, found, {
      recent,
      acceptsLevelShift: options.acceptsLevelShift ?? false,
    });
    if (fault === undefined) {
      const corrected = await storeDay(db, source, found, line);
      result.complete++;
      if (corrected) result.corrected++;
    } else {
      result.quarantined++;
      logger.warn({ ...key, day, reason: fault }, 'a published day failed a check');
      await quarantine(db, found, line, fault);
    }
  }
  return result;
}

function blankLine(source: Source, publication: Publication, day: DeliveryDay): PublicationRecord {
  const expectedAt = instantFor(day, publication.expected);
  return {
    source: source.name,
    name: publication.name,
    day,
    expectedAt,
    state: 'waiting',
    attempts: 0,
    lastAttemptAt: undefined,
    nextAttemptAt: firstAttempt(expectedAt),
    publishedAt: undefined,
    corrections: 0,
    correctedAt: undefined,
    reason: undefined,
  };
}

/** A day that was complete stays so: the source only failed to show it again. */
async function noteMissing(db: Db, line: PublicationRecord & { lastAttemptAt: number }, reason: string) {
  const now = line.lastAttemptAt;
  const isComplete = line.state === 'complete' && line.publishedAt !== undefined;
  await recordPublication(db, {
    ...line,
    nextAttemptAt: isComplete
      ? nextRevisionCheck(line.publishedAt ?? now, now)
      : nextAttemptWhileWaiting(line.expectedAt, now),
    reason: isComplete ? line.reason : reason,
  });
}

/**
 * Stores a day and gives whether it changed one that was there. What was seen to be late counts as known from now on, and so does
 * every correction; what nobody had asked for in time counts as known from its usual instant.
 */
async function storeDay(
  db: Db,
  source: Source,
  { series }: PublishedDay,
  line: PublicationRecord & { lastAttemptAt: number },
): Promise<boolean> {
  const now = line.lastAttemptAt;
  const wasComplete = line.state === 'complete';
  const wasAwaited = line.reason !== undefined && now > line.expectedAt && now < line.expectedAt + AWAITED_MS;
  const knownFrom =
    source.name !== 'simulator' && (wasComplete || wasAwaited) ? now : Number.NEGATIVE_INFINITY;
  return db.transaction().execute(async (tx) => {
    let corrected = 0;
    for (const { key, unit, resolution, start, value, availableAt } of series) {
      const rows = { start, value, availableAt: availableAt.map((instant) => Math.max(instant, knownFrom)) };
      const result = await appendObservations(
        tx,
        { series: key, source: source.name, resolution, unit },
        rows,
      );
      corrected += result.corrected;
    }
    const isCorrection = wasComplete && corrected > 0;
    const publishedAt = line.publishedAt ?? (wasAwaited ? now : Math.min(now, line.expectedAt));
    await recordPublication(tx, {
      ...line,
      state: 'complete',
      reason: undefined,
      publishedAt,
      corrections: line.corrections + (isCorrection ? 1 : 0),
      correctedAt: isCorrection ? now : line.correctedAt,
      nextAttemptAt: nextRevisionCheck(publishedAt, now),
    });
    return isCorrection;
  });
}

async function quarantine(
  db: Db,
  { series }: PublishedDay,
  line: PublicationRecord & { lastAttemptAt: number },
  reason: string,
): Promise<void> {
  const now = line.lastAttemptAt;
  const payload = series.map(({ key, unit, resolution, start, value }) => ({
    key,
    unit,
    resolution,
    start: [...start],
    value: [...value],
  }));
  await db.transaction().execute(async (tx) => {
    await quarantineDay(tx, { ...line, reason, payload, now });
    await recordPublication(tx, {
      ...line,
      state: line.state === 'complete' ? 'complete' : 'quarantined',
      reason,
      nextAttemptAt: nextAttemptWhileWaiting(line.expectedAt, now),
    });
  });
}

/** What is stored of each series of a day in the weeks before it. */
async function recentDays(db: Db, source: Source, { day, series }: PublishedDay) {
  const window = { from: dayStart(addDays(day, -USUAL_DAYS)), to: dayStart(day) };
  const recent = new Map<Series, StoredDay[]>();
  for (const part of series) {
    const { key, resolution } = part;
    recent.set(
      part,
      await listStoredDayValues(db, { series: key, source: source.name, resolution, ...window }),
    );
  }
  return (part: Series) => recent.get(part) ?? [];
}
