import { DAY_MS, dayNumber, HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import type { PublishedDay } from '../connectors/source.ts';
import { type Reasons, reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { type AppendOptions, appendObservations } from '../observations/observations.ts';
import { isSettled, type PublicationRecord, recordPublication } from '../publications/publications.ts';
import { nextRevisionCheck } from '../sources/polling.ts';

/** A day that comes later than this after it was expected is history, whose true publication nobody here has seen. */
export const AWAITED_MS = 7 * DAY_MS;

const UNSETTLED_MS = 6 * HOUR_MS;
const UNSETTLED_STEP_MS = 15 * MINUTE_MS;

/** A line of the ledger that is worked on. */
export type TriedLine = PublicationRecord & { lastAttemptAt: number };

/** A published day: what is stored of it, and what of it was passed over or not asked for. */
export type FoundDay = Pick<PublishedDay, 'series' | 'warnings' | 'isFirstRevisionOnly'>;

/** The ledger's word on a day of the history whose higher revisions are still to be asked for. */
const FIRST_REVISION_ONLY = [reason('higher_revisions')];
/** They are asked for in the course of the next day, a part of the history each hour. */
const HISTORY_PARTS = 24;

/**
 * Stores a day with its line of the ledger, in the caller's transaction, and gives whether it changed one that was there. What was seen to
 * be late counts as known from now on (`knownFrom`), and so does every correction, such as prices of an auction that was first published
 * without; what nobody had asked for in time counts as known from its usual instant, or from now on where it is watched (`isWatched`) and came
 * before that.
 */
export async function storeDay(
  tx: Db,
  source: string,
  found: FoundDay,
  line: TriedLine,
  { isWatched = false, ...options }: AppendOptions & { isWatched?: boolean } = {},
): Promise<{ isCorrection: boolean; knownFrom: number | undefined }> {
  const now = line.lastAttemptAt;
  const wasThere = isSettled(line.state) && !isFirstRevisionOnly(line);
  const knownFrom = source !== 'simulator' && (wasThere || wasAwaited(line)) ? now : undefined;
  let changed = 0;
  for (const { key, unit, resolution, start, value, availableAt } of found.series) {
    const rows = {
      start,
      value,
      availableAt: availableAt.map((instant) =>
        isWatched ? (knownFrom ?? Math.min(now, line.expectedAt)) : Math.max(instant, knownFrom ?? instant),
      ),
    };
    const result = await appendObservations(tx, { series: key, source, resolution, unit }, rows, options);
    changed += result.corrected + (line.state === 'no_result' ? result.inserted : 0);
  }
  const isCorrection = wasThere && changed > 0;
  const publishedAt = line.publishedAt ?? firstSeen(line);
  await recordPublication(tx, {
    ...line,
    state: 'complete',
    reason: warningsOf(found) ?? (found.isFirstRevisionOnly === true ? FIRST_REVISION_ONLY : undefined),
    publishedAt,
    corrections: line.corrections + (isCorrection ? 1 : 0),
    correctedAt: isCorrection ? now : line.correctedAt,
    nextAttemptAt: nextCheck(line, { found, publishedAt, now }),
  });
  return { isCorrection, knownFrom };
}

/** Whether the day had been asked for in time and was not there, or could not be asked for: then it came late. */
function wasAwaited({ state, reason, lastAttemptAt: now, expectedAt }: TriedLine): boolean {
  return !isSettled(state) && reason !== undefined && now > expectedAt && now < expectedAt + AWAITED_MS;
}

/** When a day counts as published that is there for the first time. */
export function firstSeen(line: TriedLine): number {
  return wasAwaited(line) ? line.lastAttemptAt : Math.min(line.lastAttemptAt, line.expectedAt);
}

/**
 * When a published day is asked for again: at first every quarter of an hour where part of what is published of it is damaged or missing, as in
 * a file that is being written.
 */
export function nextCheck(
  { day, expectedAt }: TriedLine,
  { found, publishedAt, now }: { found: FoundDay; publishedAt: number; now: number },
): number | undefined {
  if (found.isFirstRevisionOnly === true) return now + HOUR_MS * (1 + (dayNumber(day) % HISTORY_PARTS));
  const isUnsettled = warningsOf(found) !== undefined && now < expectedAt + UNSETTLED_MS;
  return isUnsettled ? now + UNSETTLED_STEP_MS : nextRevisionCheck(publishedAt, now);
}

/** What of a day was passed over, for the ledger and the log. */
export function warningsOf({ warnings = [] }: FoundDay): Reasons | undefined {
  return warnings.length === 0 ? undefined : warnings;
}

function isFirstRevisionOnly({ reason: reasons }: TriedLine): boolean {
  return reasons !== undefined && sentenceOf(reasons) === sentenceOf(FIRST_REVISION_ONLY);
}
