import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Clock } from '../../ground/timing/clock.ts';
import { assertAllowed, type RateLimiter } from './rate-limiter.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';
import { TOO_MANY } from './address-rate.ts';

const REQUESTS_PER_ADDRESS_PER_MINUTE = 60;

export interface AddressLimitOptions {
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
