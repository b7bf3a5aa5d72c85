import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Clock } from '../../ground/timing/clock.ts';
import { createAddressCounts } from './address-limit.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';
import { createCallerCounts } from './caller-counts.ts';

export interface SlowRefusalOptions {
  clock: Clock;
  delayMs: number;
}

/** A caller who goes by the headers is not refused so often within a minute. */
const PROMPT_REFUSALS = 60;
/** Refusals of one caller that wait at once; a connection with more of them is closed. */
const MAX_WAITING = 1000;

/** The delays are from half as long to half as long again: what waits equally long comes back at once, and again so. */
const SPREAD = 0.5;

/**
 * Delays further 429 for a caller that goes on after many of them, so that a flood is as slow as its refusals and takes no
 * processor from others.
 */
export const slowRefusalsPlugin = fp(async (app: FastifyInstance, { clock, delayMs }: SlowRefusalOptions) => {
  const refused = createAddressCounts(clock, PROMPT_REFUSALS);
  const waiting = createCallerCounts(MAX_WAITING);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 429 || delayMs === 0) return done(null, payload);
    const caller = request.principal?.credentialId ?? callerGroup(request);
    if (refused.take(caller).allowed) return done(null, payload);
    if (!waiting.take(caller)) {
      request.raw.destroy();
      return done(null, payload);
    }
    const spread = 1 + SPREAD * (2 * Math.random() - 1);
    const timer = setTimeout(done, delayMs * spread, null, payload);
    // By being sent or by the caller hanging up, who waits no longer.
    reply.raw.once('close', () => {
      clearTimeout(timer);
      waiting.release(caller);
    });
  });
});
