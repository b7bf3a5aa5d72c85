import { MINUTE_MS } from '@lonja/forecasting/market';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { callerGroup } from '../../ground/http/caller-address.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { assertAllowed, type RateLimitDecision, type RateLimiter } from './rate-limiter.ts';

const REQUESTS_PER_ADDRESS_PER_MINUTE = 60;

interface AddressLimitOptions {
  clock: Clock;
  /** Requests by network address over one minute. */
  requests: RateLimiter;
}

/** Routes of the surrounding plugin take no credential, so they are limited by network address, all of them together. */
export const addressLimitPlugin = fp(async (app: FastifyInstance, options: AddressLimitOptions) => {
  const { clock, requests } = options;
  app.addHook('onRequest', async (request) => {
    const decision = await requests.take(callerGroup(request), REQUESTS_PER_ADDRESS_PER_MINUTE);
    assertAllowed(decision, clock.now(), TOO_MANY);
  });
});

/** Limits the routes that are added to the plugin from here on by network address, all of them together. */
export function limitByAddress(app: FastifyInstance, counts: AddressCounts, clock: Clock): void {
  app.addHook('onRequest', async (request) => {
    assertAllowed(counts.take(callerGroup(request)), clock.now(), TOO_MANY);
  });
}

export const TOO_MANY = 'Too many requests from this address';

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
