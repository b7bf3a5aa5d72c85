import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Clock } from '../../ground/timing/clock.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';

const HOUR_MS = 3_600_000;
const MANY_CALLERS = 20;
const MAX_ADDRESSES = 10_000;
const WARN_AGAIN_MS = 24 * HOUR_MS;

/**
 * Warns where many callers come from one network address while no proxy is trusted: behind a proxy all of them share the limits of its
 * address. Callers are distinguished by their credentials, and those without one by the address that a proxy reports.
 */
export const sharedAddressPlugin = fp(async (app: FastifyInstance, { clock }: { clock: Clock }) => {
  const callers = new Map<string, Set<string>>();
  let hourEndsAt = clock.now() + HOUR_MS;
  let warnedAt: number | undefined;

  app.addHook('onResponse', (request, _reply, done) => {
    note(request);
    done();
  });

  function note(request: FastifyRequest): void {
    const forwarded = request.headers['x-forwarded-for'];
    const caller = request.principal?.credentialId ?? (typeof forwarded === 'string' ? forwarded : undefined);
    if (caller === undefined) return;
    const now = clock.now();
    if (warnedAt !== undefined && now - warnedAt < WARN_AGAIN_MS) return;
    if (now >= hourEndsAt) {
      callers.clear();
      hourEndsAt = now + HOUR_MS;
    }
    let known = callers.get(request.ip);
    if (known === undefined) {
      if (callers.size >= MAX_ADDRESSES) return;
      known = new Set();
      callers.set(request.ip, known);
    }
    known.add(caller.slice(0, 200));
    if (known.size < MANY_CALLERS) return;
    warnedAt = now;
    callers.clear();
    request.log.warn(
      { address: callerGroup(request) },
      'many callers come from one network address; if it is a reverse proxy, name it in TRUSTED_PROXIES, or all of them share its limits',
    );
  }
});
