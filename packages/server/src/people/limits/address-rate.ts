import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../ground/timing/clock.ts';
import { assertAllowed } from './rate-limiter.ts';
import type { AddressCounts } from './address-counts.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';

/** Limits the routes that are added to the plugin from here on by network address, all of them together. */
export function limitByAddress(app: FastifyInstance, counts: AddressCounts, clock: Clock): void {
  app.addHook('onRequest', async (request) => {
    assertAllowed(counts.take(callerGroup(request)), clock.now(), TOO_MANY);
  });
}

export const TOO_MANY = 'Too many requests from this address';
