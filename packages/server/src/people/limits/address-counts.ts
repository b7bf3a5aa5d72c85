import { MINUTE_MS } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import type { RateLimitDecision } from './rate-limiter.ts';

/** Counts requests by network address, in this process alone and without the database, which a flood is not to reach. */
export interface AddressCounts {
  take(address: string): RateLimitDecision;
}

/** Beyond it the addresses that came first are forgotten. */
const MAX_ADDRESSES = 100_000;

/** Each address may make a number of requests in each minute from its first one on. */
export function createAddressCounts(clock: Clock, limit: number): AddressCounts {
  const counts = new Map<string, { count: number; resetsAt: number }>();
  return {
    take(address) {
      const now = clock.now();
      let known = counts.get(address);
      if (known === undefined || now >= known.resetsAt || now < known.resetsAt - MINUTE_MS) {
        counts.delete(address);
        for (const [oldest, { resetsAt }] of counts) {
          if (counts.size < MAX_ADDRESSES && resetsAt > now) break;
          counts.delete(oldest);
        }
        known = { count: 0, resetsAt: now + MINUTE_MS };
        counts.set(address, known);
      }
      const allowed = known.count < limit;
      if (allowed) known.count++;
      const { count, resetsAt } = known;
      return { allowed, limit, remaining: limit - count, resetsAt, windowMs: MINUTE_MS };
    },
  };
}
