import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Authenticator } from '../../services/identity/authenticate.ts';
import { type Access, type Principal, assertAccess } from '../../services/identity/principal.ts';
import { assertAllowed, type RateLimiter } from '../../services/identity/rate-limiter.ts';
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
  authenticate: Authenticator;
  /** Requests by credential over one minute. */
  requests: RateLimiter;
}

/** Every route of the surrounding plugin takes a credential: who it is, how often, and whether role and scope allow it. */
export const authenticationPlugin = fp(async (app: FastifyInstance, options: AuthenticationOptions) => {
  const { context, authenticate, requests } = options;

  app.addHook('onRoute', (route) => {
    const { sessionOnly, superadminOnly } = route.config ?? {};
    const security =
      sessionOnly || superadminOnly ? [{ sessionToken: [] }] : [{ sessionToken: [] }, { apiKey: [] }];
    route.schema = { ...route.schema, security };
  });

  app.addHook('onRequest', async (request, reply) => {
    const principal = await authenticate(request.headers.authorization);
    request.principal = principal;
    const decision = await requests.take(principal.credentialId, principal.requestsPerMinute);
    void reply.headers({
      'X-RateLimit-Limit': decision.limit,
      'X-RateLimit-Remaining': decision.remaining,
      'X-RateLimit-Reset': Math.ceil(decision.resetsAt / 1000),
    });
    assertAllowed(decision, context.clock.now(), `More than ${decision.limit} requests in a minute`);
    assertAccess(principal, request.routeOptions.config);
  });
});

/** The caller of a route under the authentication plugin. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error(`${request.routeOptions.url} is not under authentication.`);
  return request.principal;
}
