import type { Clock } from '../../clock.ts';
import { coalesce } from '../../coalesce.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../../store/database.ts';
import { deleteIdleWindows, releaseRequest, takeRequests } from '../../store/request-windows.ts';

/** The answer for one request. Instants are epoch ms. */
export interface RateLimitDecision {
  allowed: boolean;
  limit: number;
  /** Requests that are still free in the window, this one counted. */
  remaining: number;
  /** When the oldest counted request leaves the window, which frees one more. */
  resetsAt: number;
}

/** Counts events by key in a window that slides with the clock. A refused event is not counted. */
export interface RateLimiter {
  take(key: string, limit: number): Promise<RateLimitDecision>;
  /** Takes the newest event of the key back. */
  release(key: string): Promise<void>;
}

interface Attempt {
  key: string;
  limit: number;
}

const SWEEP_MS = 5 * 60_000;

/**
 * A limiter whose counts are the database's: exact over all processes. Events that arrive together are counted in one
 * statement. Limiters of different names count apart.
 */
export function createRateLimiter(
  { db, clock }: { db: Db; clock: Clock },
  { name, windowMs }: { name: string; windowMs: number },
): RateLimiter {
  let sweptAt = clock.now();
  const take = coalesce(async (attempts: Attempt[]) => {
    const now = clock.now();
    if (now - sweptAt >= SWEEP_MS) {
      sweptAt = now;
      await deleteIdleWindows(db, now);
    }
    const groups = [...Map.groupBy(attempts, ({ key }) => key)];
    const events = groups.map(([key, ofKey]) => ({ key, wanted: ofKey.length, limit: ofKey[0].limit }));
    const outcomes = await takeRequests(db, events, { windowMs, now });
    const decisions = new Map<Attempt, RateLimitDecision>();
    groups.forEach(([, ofKey], i) => {
      const { used, admitted, oldestAt } = outcomes[i];
      ofKey.forEach((attempt, place) => {
        const { limit } = events[i];
        decisions.set(attempt, {
          allowed: place < admitted,
          limit,
          remaining: Math.max(0, limit - used - Math.min(place + 1, admitted)),
          resetsAt: oldestAt + windowMs,
        });
      });
    });
    return attempts.map((attempt) => decisions.get(attempt) ?? neverCounted(attempt));
  });
  return {
    take: (key, limit) => take({ key: `${name} ${key}`, limit }),
    release: (key) => releaseRequest(db, `${name} ${key}`),
  };
}

/** Throws `rate_limited` for an event that was refused; `reason` begins the message. */
export function assertAllowed(decision: RateLimitDecision, now: number, reason: string): void {
  if (decision.allowed) return;
  const waitS = Math.max(1, Math.ceil((decision.resetsAt - now) / 1000));
  throw new AppError('rate_limited', `${reason}; try again in ${waitS} seconds.`, {
    headers: { 'Retry-After': String(waitS) },
  });
}

function neverCounted({ key }: Attempt): never {
  throw new Error(`The limit of ${key} was not counted.`);
}
