import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { restMs } from '../connectors/transport/rest.ts';

/** How often a day that is not there yet is asked for, by the time since it was expected. */
const WAITING_STEPS = [
  { untilMs: HOUR_MS, everyMs: MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: 3 * DAY_MS, everyMs: HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: DAY_MS },
];
/**
 * When a day that is there is looked at again for corrections, after it came: sources correct within hours, but also weeks later. An
 * auction that was published without a result is looked at on the same schedule.
 */
const REVISION_CHECKS_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, 30 * DAY_MS];
const FIRST_ATTEMPT_BEFORE_MS = 2 * MINUTE_MS;
/** How often it is asked for ahead of that, where it may come earlier. */
const WATCHED_EVERY_MS = 15 * MINUTE_MS;

/** When a day is first asked for: a little before it is usually published, or from when it is watched for. */
export function firstAttempt(expectedAt: number, watchedFrom = Infinity): number {
  return Math.min(expectedAt - FIRST_ATTEMPT_BEFORE_MS, watchedFrom);
}

/** When a day that is not complete is asked for again; undefined once it is given up and counts as a gap. */
export function nextAttemptWhileWaiting(expectedAt: number, now: number): number | undefined {
  const usual = firstAttempt(expectedAt);
  if (now < usual) return Math.min(usual, now + WATCHED_EVERY_MS);
  const lateMs = now - expectedAt;
  const step = WAITING_STEPS.find(({ untilMs }) => lateMs < untilMs);
  return step && now + step.everyMs;
}

/** When a day without an answer is asked for again: it is never given up for what its source has not said. */
export function nextAttemptAfterFailure(expectedAt: number, now: number): number {
  return nextAttemptWhileWaiting(expectedAt, now) ?? now + DAY_MS;
}

/** When a published day is looked at again; undefined when its corrections are not waited for any more. */
export function nextRevisionCheck(publishedAt: number, now: number): number | undefined {
  const check = REVISION_CHECKS_MS.find((afterMs) => publishedAt + afterMs > now);
  return check === undefined ? undefined : publishedAt + check;
}

/** Whether requests to a source that failed or refused are paused: longer with each failure in a row. */
export function isResting(
  status: { failuresInRow: number; lastFailureAt: number | undefined; refused: boolean },
  now: number,
): boolean {
  const { failuresInRow, lastFailureAt } = status;
  if (failuresInRow === 0 || lastFailureAt === undefined) return false;
  return now < lastFailureAt + restMs(status);
}
