import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../ground/errors.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';
import { replyWithError } from '../../ground/http/errors.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { type AddressCounts, TOO_MANY } from './address-limit.ts';
import { assertAllowed } from './rate-limiter.ts';

interface UnknownPathOptions {
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

/** The methods that each path has. */
interface RouteMethods {
  /** Adds a route by its template, in which `:name` stands for one part of a path. */
  add(template: string, methods: readonly string[]): void;
  /** The methods of a path, OPTIONS among them, in the order in which `Allow` lists them; none where no route answers it. */
  of(path: string): string[];
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createRouteMethods(): RouteMethods {
  const routes: { parts: string[]; methods: readonly string[] }[] = [];
  return {
    add(template, methods) {
      // A template for all paths answers only some of them and refuses the others itself.
      if (!template.includes('*')) routes.push({ parts: template.split('/'), methods });
    },
    of(path) {
      const given = path.split('/');
      const methods = new Set<string>();
      for (const route of routes) {
        if (matches(route.parts, given)) for (const method of route.methods) methods.add(method);
      }
      return methods.size === 0 ? [] : ORDER.filter((method) => method === 'OPTIONS' || methods.has(method));
    },
  };
}

function matches(parts: readonly string[], given: readonly string[]): boolean {
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  );
}
