import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Clock } from '../../clock.ts';
import { assertAllowed } from '../../services/identity/rate-limiter.ts';
import type { AddressCounts } from '../address-counts.ts';
import { callerGroup } from '../caller-address.ts';
import { TOO_MANY } from './address-rate.ts';
import { noSuchPath } from './errors.ts';

/** Refuses what no route answers before its body has come, and limits it by network address. */
export const unknownPathsPlugin = fp(
  async (app: FastifyInstance, { counts, clock }: { counts: AddressCounts; clock: Clock }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      if (!request.is404) return done();
      assertAllowed(counts.take(callerGroup(request)), clock.now(), TOO_MANY);
      throw noSuchPath(request);
    });
  },
);
