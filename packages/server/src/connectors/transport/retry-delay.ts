const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

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
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}
