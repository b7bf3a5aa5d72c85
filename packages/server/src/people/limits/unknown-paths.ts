import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Clock } from '../../ground/timing/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { assertAllowed } from './rate-limiter.ts';
import type { AddressCounts } from './address-counts.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';
import { createRouteMethods } from './route-methods.ts';
import { TOO_MANY } from './address-rate.ts';
import { replyWithError } from '../../ground/http/errors.ts';

export interface UnknownPathOptions {
  counts: AddressCounts;
  clock: Clock;
}

/**
 * Refuses what no route answers before its body has come, and limits it by network address: 404 for a path that is not there, 405 for one
 * that has other methods, which `Allow` names. OPTIONS is answered with them alone.
 */
export const unknownPathsPlugin = fp(async (app: FastifyInstance, { counts, clock }: UnknownPathOptions) => {
  const routeMethods = createRouteMethods();
  app.addHook('onRoute', ({ url, method }) => routeMethods.add(url, [method].flat()));

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    assertAllowed(counts.take(callerGroup(request)), clock.now(), TOO_MANY);
    const methods = routeMethods.of(pathOf(request));
    if (request.method !== 'OPTIONS' || methods.length === 0) throw refusalOf(request, methods);
    void reply.code(204).header('Allow', methods.join(', ')).send();
  });

  app.setNotFoundHandler((request, reply) =>
    replyWithError(refusalOf(request, routeMethods.of(pathOf(request))), request, reply),
  );
});

function refusalOf(request: FastifyRequest, methods: string[]): AppError {
  const path = pathOf(request).slice(0, 200);
  const { method } = request;
  if (methods.length === 0) {
    return new AppError('not_found', `There is no ${method} ${path}; GET /api/v1/docs shows the routes.`);
  }
  const allow = methods.join(', ');
  return new AppError('method_not_allowed', `There is no ${method} ${path}; its methods are ${allow}.`, {
    headers: { Allow: allow },
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0];
}
