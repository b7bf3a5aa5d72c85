import { HOUR_MS } from '@lonja/forecasting/market';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** After 429 without a pause that can be read: for all requests of the source, twice as long with each try. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
/** A longer one is a slip: nobody would come back. */
const LONGEST_ASKED_PAUSE_MS = 6 * HOUR_MS;

/**
 * How long to wait before attempt `attempt + 1`: exponential back-off with full jitter, so that clients that failed together do
 * not come back together. `random` is in [0, 1).
 */
export function retryDelayMs(attempt: number, random: number): number {
  return random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

/** What a `Retry-After` header asks for, in ms from `now`; undefined without one that can be read. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const pauseMs = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(pauseMs) ? undefined : Math.min(LONGEST_ASKED_PAUSE_MS, Math.max(0, pauseMs));
}

/**
 * For how long no request may go to a source that answered 429 or 5xx, in ms: what it asks for, counted by its own clock where it sends the
 * time. A source that is asked too often and does not say (or names an instant that has passed) is given a pause all the same.
 */
export function pauseAfterMs(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { attempt, now }: { attempt: number; now: number },
): number {
  const theirNow = Date.parse(headers.get('date') ?? '');
  const asked = retryAfterMs(headers.get('retry-after'), Number.isNaN(theirNow) ? now : theirNow) ?? 0;
  if (status !== 429 || asked > 0) return asked;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}
