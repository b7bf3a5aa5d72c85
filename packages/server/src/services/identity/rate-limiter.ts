import type { Clock } from '../../clock.ts';

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

/** Exact counts in this process's memory; at most `limit` instants a key, and keys that fell idle are dropped. */
export function createMemoryRateLimiter(clock: Clock, windowMs: number): RateLimiter {
  const eventsByKey = new Map<string, number[]>();
  let sweptAt = clock.now();

  function sweepIdleKeys(now: number): void {
    if (now - sweptAt < windowMs) return;
    sweptAt = now;
    for (const [key, events] of eventsByKey) {
      const newest = events.at(-1);
      if (newest === undefined || newest <= now - windowMs) eventsByKey.delete(key);
    }
  }

  return {
    async take(key, limit) {
      const now = clock.now();
      sweepIdleKeys(now);
      const events = (eventsByKey.get(key) ?? []).filter((instant) => instant > now - windowMs);
      const allowed = events.length < limit;
      if (allowed) events.push(now);
      eventsByKey.set(key, events);
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - events.length),
        resetsAt: (events[0] ?? now) + windowMs,
      };
    },
    async release(key) {
      eventsByKey.get(key)?.pop();
    },
  };
}
