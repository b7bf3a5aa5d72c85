import type { Clock } from '../../ground/timing/clock.ts';
import { coalesce } from '../../ground/timing/coalesce.ts';
import { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { isReadOnlyFault, unlessReadOnly } from '../../ground/database/database-fault.ts';
import {
  type AdmittedEvents,
  deleteIdleWindows,
  deleteWindow,
  releaseRequest,
  takeRequests,
} from './request-windows.ts';
import { createMemoryWindows } from './memory-windows.ts';

/** The answer for one request. Instants are epoch ms. */
export interface RateLimitDecision {
  allowed: boolean;
  limit: number;
  /** Requests that are still free in the window, this one counted. */
  remaining: number;
  /** When the oldest counted request leaves the window, which frees one more. */
  resetsAt: number;
  /** The span of time that the limit is for. */
  windowMs: number;
  /** Whose limit it is, where not the caller's own. */
  policy?: 'tenant';
}

/** Counts events by key in a window that slides with the clock. A refused event is not counted. */
export interface RateLimiter {
  take(key: string, limit: number): Promise<RateLimitDecision>;
  /** Takes the newest event of the key back. */
  release(key: string): Promise<void>;
  /** Takes all events of the key back. */
  clear(key: string): Promise<void>;
}

interface Attempt {
  key: string;
  limit: number;
}

const SWEEP_MS = 5 * 60_000;

/**
 * A limiter whose counts are the database's: exact over all processes. Events that arrive together are counted in one
 * statement. Limiters of different names count apart. While the database can only be read, each process counts its own in memory.
 */
export function createRateLimiter(
  { db, clock }: { db: Db; clock: Clock },
  { name, windowMs }: { name: string; windowMs: number },
): RateLimiter {
  const sweep = createSweep({ db, clock });
  const windows = createMemoryWindows();
  const take = coalesce(async (attempts: Attempt[]) => {
    await unlessReadOnly(sweep());
    const groups = [...Map.groupBy(attempts, ({ key }) => key).values()];
    const events = groups.map((ofKey) => ({
      key: `${name} ${ofKey[0].key}`,
      wanted: ofKey.length,
      limit: ofKey[0].limit,
    }));
    const window = { windowMs, now: clock.now() };
    const outcomes = await takeRequests(db, events, window).catch((error: unknown) => {
      if (!isReadOnlyFault(error)) throw error;
      return windows.take(events, window);
    });
    return decide(attempts, groups, { windowMs, outcomes });
  });
  return {
    take: (key, limit) => take({ key, limit }),
    release: (key) => unlessReadOnly(releaseRequest(db, `${name} ${key}`)),
    clear: (key) => unlessReadOnly(deleteWindow(db, `${name} ${key}`)),
  };
}

/** Forgets windows that hold nothing any more, every few minutes of calls. */
export function createSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  let sweptAt = clock.now();
  return async () => {
    const now = clock.now();
    if (now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    await deleteIdleWindows(db, now);
  };
}

/** The decision on each attempt from what became of all those with its key. */
function decide(
  attempts: readonly Attempt[],
  groups: readonly Attempt[][],
  { windowMs, outcomes }: { windowMs: number; outcomes: readonly AdmittedEvents[] },
): RateLimitDecision[] {
  const decisions = new Map<Attempt, RateLimitDecision>();
  groups.forEach((ofKey, i) => {
    const { limit } = ofKey[0];
    ofKey.forEach((attempt, place) => {
      decisions.set(attempt, decisionOn(place, { ...outcomes[i], limit, windowMs }));
    });
  });
  return attempts.map((attempt) => decisions.get(attempt) ?? neverCounted(attempt));
}

/** The decision on the event that has a place among those of its key that came together. */
export function decisionOn(
  place: number,
  { used, admitted, oldestAt, limit, windowMs }: AdmittedEvents & { limit: number; windowMs: number },
): RateLimitDecision {
  return {
    allowed: place < admitted,
    limit,
    remaining: Math.max(0, limit - used - Math.min(place + 1, admitted)),
    resetsAt: oldestAt + windowMs,
    windowMs,
  };
}

/** Throws `rate_limited` for an event that was refused; `reason` begins the message. */
export function assertAllowed(decision: RateLimitDecision, now: number, reason: string): void {
  if (decision.allowed) return;
  const waitS = Math.max(1, Math.ceil((decision.resetsAt - now) / 1000));
  throw new AppError('rate_limited', `${reason}; try again in ${waitS} seconds.`, {
    headers: { ...limitHeaders(decision, now), 'Retry-After': String(waitS) },
  });
}

/** What a caller learns about its limit: in our own headers, and in those of draft-ietf-httpapi-ratelimit-headers-10. */
export function limitHeaders(decision: RateLimitDecision, now: number): Record<string, string> {
  const { limit, remaining, resetsAt, windowMs, policy = 'default' } = decision;
  const untilResetS = Math.max(0, Math.ceil((resetsAt - now) / 1000));
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${Math.round(windowMs / 1000)}`,
    RateLimit: `"${policy}";r=${remaining};t=${untilResetS}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
  };
}

function neverCounted({ key }: Attempt): never {
  throw new Error(`The limit of ${key} was not counted.`);
}
