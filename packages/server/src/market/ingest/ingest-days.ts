import { type DeliveryDay, dayRange, instantFor } from '@lonja/forecasting/market';
import { PayloadFault } from '../connectors/payload-fault.ts';
import type { DaySpan, FetchOptions, Publication, PublishedDay, Source } from '../connectors/source.ts';
import { SourceUnavailable } from '../connectors/transport/reply.ts';
import { type Reasons, reason, sentenceOf, sentenceOrNull } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import type { HeldBackSeries } from '../publications/held-back.ts';
import {
  findPublications,
  type PublicationRecord,
  recordPublication,
  isSettled,
} from '../publications/publications.ts';
import { isReleasedDay, quarantineDay } from '../publications/quarantined-days.ts';
import { recordSourceAnswer } from '../publications/source-status.ts';
import type { DataContext } from '../sources/data-context.ts';
import {
  firstAttempt,
  nextAttemptWhileWaiting,
  expectedAsSeen,
  nextAttemptAfterFailure,
  nextRevisionCheck,
} from '../sources/polling.ts';
import { OPERATOR, readDayContext } from './day-context.ts';
import { nameContradictions } from './name-contradictions.ts';
import { findDayFault } from './quality-gates.ts';
import { storeDay, type TriedLine, warningsOf, firstSeen, type FoundDay, nextCheck } from './store-day.ts';
import { noteDataChange } from '../observations/data-version.ts';

export interface IngestOptions extends FetchOptions {
  /** Takes a day whose level is far from the days before: somebody has looked at it. */
  acceptsLevelShift?: boolean;
}

/** How many of the asked days came to what. */
export interface IngestResult {
  complete: number;
  /** Of the complete ones, those whose values changed. */
  corrected: number;
  /** Published, but without values: an auction without a result. */
  withoutResult: number;
  quarantined: number;
  /** Not published, by the source's own word. */
  missing: number;
  /** Days of which the answer could not be read, and days of which there was none; `failure` says why. */
  damaged: number;
  failed: number;
  failure: Reasons | undefined;
  /** The source refuses to answer: asking for further days is of no use. */
  refused: boolean;
  /** False when requests are paused: nothing was sent, and no attempt is counted. */
  asked: boolean;
}

/**
 * Asks a source for days of a publication, checks each, stores those that pass and writes the ledger: values and ledger of a day
 * together or not at all. A source that does not answer, refuses to, or whose answer cannot be read, is noted and asked again later.
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
  const expected = await expectedAsSeen(db, { source: source.name, publication, now: clock.now() });
  const isWatched = publication.watchedFrom !== undefined;
  const known = await findPublications(db, { ...key, ...span });
  const lineOf = (day: DeliveryDay): TriedLine => {
    const line = known.get(day) ?? blankLine(source, expected, day);
    return { ...line, attempts: line.attempts + 1, lastAttemptAt: clock.now() };
  };
  const answer = await askSource(context, { source, publication, span, options });
  if (!Array.isArray(answer)) {
    const { failure, refused, asked, isSilent } = answer;
    const days = dayRange(span.from, span.to);
    for (const day of asked ? days : []) await noteFailure(db, lineOf(day), answer);
    for (const line of asked ? [] : known.values()) await noteUnasked(db, line, answer);
    return { ...NOTHING, [isSilent ? 'failed' : 'damaged']: days.length, failure, refused, asked };
  }
  const result: IngestResult = { ...NOTHING };
  const byDay = new Map(answer.map((one) => [one.day, one]));
  for (const day of dayRange(span.from, span.to)) {
    const line = lineOf(day);
    const found = byDay.get(day);
    if (found === undefined || (found.series.length === 0 && line.lastAttemptAt < line.expectedAt)) {
      result.missing++;
      await noteMissing(db, line, found === undefined ? NOT_PUBLISHED : EMPTY_EARLY);
      continue;
    }
    noteWarnings(context, { ...key, day }, { found, line });
    if (found.series.length === 0) {
      result.withoutResult++;
      await noteWithoutResult(db, line, found);
      continue;
    }
    const fault = findDayFault(publication, found, {
      ...(await readDayContext(db, source.name, found)),
      acceptsLevelShift: options.acceptsLevelShift ?? false,
    });
    const payload = payloadOf(found);
    const isReleased = fault !== undefined && (await isReleasedDay(db, { ...key, day, payload }));
    if (fault === undefined || isReleased) {
      const { isCorrection, contradicted } = await db.transaction().execute(async (tx) => {
        const stored = await storeDay(tx, source.name, found, line, { isReleased, isWatched });
        const isOperators = source.name === OPERATOR;
        return {
          ...stored,
          contradicted: isOperators ? await nameContradictions(tx, found.series, line.lastAttemptAt) : [],
        };
      });
      for (const other of contradicted)
        logger.warn(other, 'a stored day of another source differs from OMIE');
      result.complete++;
      if (isCorrection) result.corrected++;
    } else {
      result.quarantined++;
      logger.warn({ ...key, day, reason: sentenceOf([fault]) }, 'a published day failed a check');
      await quarantine(db, payload, line, [fault]);
    }
  }
  return result;
}

const NOTHING: IngestResult = {
  complete: 0,
  corrected: 0,
  withoutResult: 0,
  quarantined: 0,
  missing: 0,
  damaged: 0,
  failed: 0,
  failure: undefined,
  refused: false,
  asked: true,
};

const NOT_PUBLISHED = [reason('not_published_yet')];
/** A file without prices that is there before its auction has cleared can only be a placeholder. */
const EMPTY_EARLY = [reason('published_early')];

/** What a source has published of a span, or why it gave nothing, which is noted of the source. */
async function askSource(
  { db, clock, logger }: Pick<DataContext, 'db' | 'clock' | 'logger'>,
  request: { source: Source; publication: Publication; span: DaySpan; options: FetchOptions },
): Promise<PublishedDay[] | Failure> {
  const { source, publication, span, options } = request;
  try {
    const published = await source.fetch(publication, span, options);
    await recordSourceAnswer(db, { source: source.name, now: clock.now(), failure: undefined });
    return published;
  } catch (fault) {
    if (!(fault instanceof SourceUnavailable || fault instanceof PayloadFault)) throw fault;
    const isSilent = fault instanceof SourceUnavailable;
    const [refused, asked] = isSilent ? [fault.refused, fault.asked] : [false, true];
    const details = { source: source.name, name: publication.name, ...span, reason: fault.message };
    if (!asked) logger.debug(details, 'requests to a source are paused');
    else if (refused) logger.error(details, 'a source refuses to answer');
    else logger.warn(details, 'a source gave nothing that can be used');
    if (asked) {
      const noted = { source: source.name, now: clock.now(), failure: fault.reasons, refused };
      await recordSourceAnswer(db, noted);
    }
    return { failure: fault.reasons, refused, asked, isSilent };
  }
}

/** Logs once why files of a source were skipped. */
function noteWarnings(
  { logger }: Pick<DataContext, 'logger'>,
  key: { source: string; name: string; day: DeliveryDay },
  { found, line }: { found: PublishedDay; line: TriedLine },
): void {
  const warnings = warningsOf(found);
  const [reason, before] = [warnings, line.reason].map(sentenceOrNull);
  if (reason !== null && reason !== before) {
    logger.warn({ ...key, reason }, 'part of what a source has published of a day cannot be used');
  }
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

/** What is kept of a day that is held back. */
function payloadOf({ series }: PublishedDay): HeldBackSeries[] {
  return series.map(({ key, unit, resolution, start, value }) => ({
    key,
    unit,
    resolution,
    start: [...start],
    value: [...value],
  }));
}

async function quarantine(
  db: Db,
  payload: HeldBackSeries[],
  line: TriedLine,
  reason: Reasons,
): Promise<void> {
  const now = line.lastAttemptAt;
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

/** Why a source gave nothing. */
interface Failure {
  failure: Reasons;
  refused: boolean;
  asked: boolean;
  /** It did not answer, as opposed to an answer that cannot be read. */
  isSilent: boolean;
}

/** Notes why a day is not there; it is asked for again later. */
async function noteMissing(db: Db, line: TriedLine, reason: Reasons): Promise<void> {
  if (isSettled(line.state)) return keepSettled(db, line);
  const nextAttemptAt = nextAttemptWhileWaiting(line.expectedAt, line.lastAttemptAt);
  await recordPublication(db, { ...line, nextAttemptAt, reason });
}

/** A day that was published stays so: the source only failed to show it again. */
async function keepSettled(db: Db, line: TriedLine): Promise<void> {
  const nextAttemptAt = nextRevisionCheck(line.publishedAt ?? line.expectedAt, line.lastAttemptAt);
  await recordPublication(db, { ...line, nextAttemptAt });
}

/** What a source that does not answer would have said of a day is not known, so the day is not given up for it. */
async function noteFailure(db: Db, line: TriedLine, { failure, isSilent }: Failure): Promise<void> {
  if (!isSilent || isSettled(line.state)) return noteMissing(db, line, failure);
  const nextAttemptAt = nextAttemptAfterFailure(line.expectedAt, line.lastAttemptAt);
  await recordPublication(db, { ...line, nextAttemptAt, reason: failure });
}

/** Prices that were there stay: that a later answer lacks them does not make them unknown. */
async function noteWithoutResult(db: Db, line: TriedLine, found: FoundDay): Promise<void> {
  if (line.state === 'complete') return keepSettled(db, line);
  const now = line.lastAttemptAt;
  const publishedAt = line.publishedAt ?? firstSeen(line);
  await db.transaction().execute(async (tx) => {
    await recordPublication(tx, {
      ...line,
      state: 'no_result',
      reason: warningsOf(found),
      publishedAt,
      nextAttemptAt: nextCheck(line, { found, publishedAt, now }),
    });
    if (line.state !== 'no_result') await noteDataChange(tx);
  });
}

/** A day that is waited for, but cannot be asked for now, comes late when it comes. No attempt was made. */
async function noteUnasked(db: Db, line: PublicationRecord, { failure }: Failure): Promise<void> {
  if (line.state === 'waiting' && line.reason === undefined) {
    await recordPublication(db, { ...line, reason: failure });
  }
}
