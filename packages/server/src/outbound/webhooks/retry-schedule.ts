const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between the attempts of one delivery: 8 attempts over 27 and a half hours. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
const JITTER = 0.2;
const LONGEST_RETRY_AFTER = 2;
/** The longest wait between two attempts of a delivery. */
export const LONGEST_WAIT_MS = Math.max(...DELAYS_MS) * LONGEST_RETRY_AFTER;

/**
 * How long to wait after the `attempt`-th failure in a row, counted from 1; undefined when that was the last attempt. The
 * wait varies by a fifth either way (`random` is in [0, 1)); a receiver's `Retry-After` lengthens it, at most to twice.
 */
export function retryDelayMs(
  attempt: number,
  { retryAfterMs, random }: { retryAfterMs: number | undefined; random: number },
): number | undefined {
  const delay = DELAYS_MS[attempt - 1];
  if (delay === undefined) return undefined;
  const varied = delay * (1 + JITTER * (2 * random - 1));
  return Math.max(varied, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER * delay));
}

/** What a `Retry-After` header asks for: seconds or an HTTP date; undefined when it says neither. */
export function parseRetryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const instant = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}
