import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lonja/forecasting';

/** How often a day that is not there yet is asked for, by the time since it was expected. */
const WAITING_STEPS = [
  { untilMs: HOUR_MS, everyMs: MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: 3 * DAY_MS, everyMs: HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: DAY_MS },
];
/** When a day that is there is looked at again for corrections, after it came. */
const REVISION_CHECKS_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS];
const FIRST_ATTEMPT_BEFORE_MS = 2 * MINUTE_MS;

/** When a day is first asked for: a little before it is usually published. */
export function firstAttempt(expectedAt: number): number {
  return expectedAt - FIRST_ATTEMPT_BEFORE_MS;
}

/** When a day that is not complete is asked for again; undefined once it is given up and counts as a gap. */
export function nextAttemptWhileWaiting(expectedAt: number, now: number): number | undefined {
  const lateMs = now - expectedAt;
  const step = WAITING_STEPS.find(({ untilMs }) => lateMs < untilMs);
  return step && now + step.everyMs;
}

/** When a complete day is looked at again; undefined when its corrections are not waited for any more. */
export function nextRevisionCheck(publishedAt: number, now: number): number | undefined {
  const check = REVISION_CHECKS_MS.find((afterMs) => publishedAt + afterMs > now);
  return check === undefined ? undefined : publishedAt + check;
}

const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 30 * MINUTE_MS;

/** Whether a source that failed is left alone for now: half a minute at first, twice as long with each failure in a row. */
export function isResting(
  { failuresInRow, lastFailureAt }: { failuresInRow: number; lastFailureAt: number | undefined },
  now: number,
): boolean {
  if (failuresInRow === 0 || lastFailureAt === undefined) return false;
  return now < lastFailureAt + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failuresInRow - 1));
}
