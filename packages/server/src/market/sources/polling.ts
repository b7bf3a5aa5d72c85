import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  addDays,
  daysBetween,
  type DeliveryDay,
  deliveryDayOf,
  formatMadrid,
  instantFor,
  type RelativeTime,
} from '@lonja/forecasting/market';
import { restMs } from '../connectors/transport/circuit-breaker.ts';
import type { Publication } from '../connectors/source.ts';
import type { Db } from '../../ground/database/database.ts';
import { findPublications } from '../publications/publications.ts';
import type { SourceStatus } from '../publications/source-status.ts';

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
  status: Pick<SourceStatus, 'failures_in_row' | 'last_failure_at' | 'refused'>,
  now: number,
): boolean {
  const { failures_in_row: failuresInRow, last_failure_at: failedAt, refused } = status;
  if (failuresInRow === 0 || failedAt === null) return false;
  return now < failedAt.getTime() + restMs({ failuresInRow, refused });
}

/** Days behind today whose arrival counts, and the fewest arrivals that say something. */
const SEEN_DAYS = 28;
const FEWEST_ARRIVALS = 14;
/** By the usual arrival so many of them were there. */
const USUAL_SHARE = 0.75;
const ROUNDED_TO_MS = 5 * MINUTE_MS;

/** A day whose arrival the service has seen. */
interface Arrival {
  day: DeliveryDay;
  at: number;
}

/**
 * When a publication usually comes, by the arrivals of its own that the service has seen within four weeks: three of four came by then. Undefined
 * where they are fewer than two weeks' worth.
 */
export function usualArrivalOf(arrivals: readonly Arrival[]): RelativeTime | undefined {
  if (arrivals.length < FEWEST_ARRIVALS) return undefined;
  // By the clock, so that a change of the clock moves nothing.
  const minutes = arrivals.map(({ day, at }) => minutesAfter(day, at)).toSorted((a, b) => a - b);
  const usual = minutes[Math.ceil(USUAL_SHARE * minutes.length) - 1];
  const dayOffset = Math.floor(usual / MINUTES_PER_DAY);
  const minute = usual - dayOffset * MINUTES_PER_DAY;
  const two = (part: number) => String(part).padStart(2, '0');
  return { dayOffset, time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
}

const MINUTES_PER_DAY = 1440;

/** Minutes by the clock of Madrid from the midnight that begins a day, rounded up to five. */
function minutesAfter(day: DeliveryDay, at: number): number {
  const rounded = Math.ceil(at / ROUNDED_TO_MS) * ROUNDED_TO_MS;
  const arrivalDay = deliveryDayOf(rounded);
  const [hours, minutes] = formatMadrid(rounded).slice(11, 16).split(':').map(Number);
  return daysBetween(day, arrivalDay) * MINUTES_PER_DAY + 60 * hours + minutes;
}

/** The arrivals of a watched publication that were seen: one that nobody saw stands in the ledger at the instant it was expected at. */
export function seenArrivals(
  lines: Iterable<{ day: DeliveryDay; expectedAt: number; publishedAt: number | undefined }>,
): Arrival[] {
  return [...lines].flatMap(({ day, expectedAt, publishedAt: at }) =>
    at === undefined || at === expectedAt ? [] : [{ day, at }],
  );
}

/** A publication as it is expected by what was seen of it; one that is not watched is expected as its source says. */
export async function expectedAsSeen<Known extends Publication>(
  db: Db,
  { source, publication, now }: { source: string; publication: Known; now: number },
): Promise<Known> {
  if (publication.watchedFrom === undefined) return publication;
  const today = deliveryDayOf(now);
  const span = { from: addDays(today, -SEEN_DAYS), to: addDays(today, 1) };
  const lines = await findPublications(db, { source, name: publication.name, ...span });
  const usual = usualArrivalOf(seenArrivals(lines.values()));
  return usual === undefined ? publication : { ...publication, expected: usual };
}

/** When a day of a publication is first looked for, where that is earlier than it is expected. */
export function watchedFromOf({ watchedFrom }: Publication, day: DeliveryDay): number | undefined {
  return watchedFrom && instantFor(day, watchedFrom);
}

const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder',
  EACCES: 'permission is denied',
};

/** Why a file or folder could not be read, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? error.message;
}
