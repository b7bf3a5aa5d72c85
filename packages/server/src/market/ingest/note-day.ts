import { noteDataChange } from '../observations/data-version.ts';
import type { Reasons } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { isSettled, type PublicationRecord, recordPublication } from '../publications/publications.ts';
import { nextAttemptAfterFailure, nextAttemptWhileWaiting, nextRevisionCheck } from '../sources/polling.ts';
import { firstSeen, type FoundDay, nextCheck, type TriedLine, warningsOf } from './store-day.ts';

/** Why a source gave nothing. */
export interface Failure {
  failure: Reasons;
  refused: boolean;
  asked: boolean;
  /** It did not answer, as opposed to an answer that cannot be read. */
  isSilent: boolean;
}

/** Notes why a day is not there; it is asked for again later. */
export async function noteMissing(db: Db, line: TriedLine, reason: Reasons): Promise<void> {
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
export async function noteFailure(db: Db, line: TriedLine, { failure, isSilent }: Failure): Promise<void> {
  if (!isSilent || isSettled(line.state)) return noteMissing(db, line, failure);
  const nextAttemptAt = nextAttemptAfterFailure(line.expectedAt, line.lastAttemptAt);
  await recordPublication(db, { ...line, nextAttemptAt, reason: failure });
}

/** Prices that were there stay: that a later answer lacks them does not make them unknown. */
export async function noteWithoutResult(db: Db, line: TriedLine, found: FoundDay): Promise<void> {
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
export async function noteUnasked(db: Db, line: PublicationRecord, { failure }: Failure): Promise<void> {
  if (line.state === 'waiting' && line.reason === undefined) {
    await recordPublication(db, { ...line, reason: failure });
  }
}
