import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../errors.ts';
import { authenticate } from '../../services/identity/authenticate.ts';
import { type Access, type Principal, assertAccess } from '../../services/identity/principal.ts';
import type { RateLimiter } from '../../services/identity/rate-limiter.ts';
import type { ApiContext } from '../api-context.ts';
import type { ErrorDialect } from '../error-dialects.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends Access {
    dialect?: ErrorDialect;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

export interface AuthenticationOptions {
  context: ApiContext;
  /** Requests by credential over one minute. */
  requests: RateLimiter;
}

/** Every route of the surrounding plugin takes a credential: who it is, how often, and whether role and scope allow it. */
export const authenticationPlugin = fp(async (app: FastifyInstance, options: AuthenticationOptions) => {
  const { context, requests } = options;

  app.addHook('onRoute', (route) => {
    const { sessionOnly, superadminOnly } = route.config ?? {};
    const security =
      sessionOnly || superadminOnly ? [{ sessionToken: [] }] : [{ sessionToken: [] }, { apiKey: [] }];
    route.schema = { ...route.schema, security };
  });

  app.addHook('onRequest', async (request, reply) => {
    const principal = await authenticate(context, request.headers.authorization);
    request.principal = principal;
    const decision = await requests.take(principal.credentialId, principal.requestsPerMinute);
    void reply.headers({
      'X-RateLimit-Limit': decision.limit,
      'X-RateLimit-Remaining': decision.remaining,
      'X-RateLimit-Reset': Math.ceil(decision.resetsAt / 1000),
    });
    if (!decision.allowed) {
      const waitS = Math.max(1, Math.ceil((decision.resetsAt - context.clock.now()) / 1000));
      throw new AppError(
        'rate_limited',
        `More than ${decision.limit} requests in a minute; try again in ${waitS} seconds.`,
        { headers: { 'Retry-After': String(waitS) } },
      );
    }
    assertAccess(principal, request.routeOptions.config);
  });
});

/** The caller of a route under the authentication plugin. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error(`${request.routeOptions.url} is not under authentication.`);
  return request.principal;
}
