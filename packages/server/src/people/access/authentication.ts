import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Replica } from '../../ground/database/replica.ts';
import { AppError } from '../../ground/errors.ts';
import { callerAddress, callerGroup } from '../../ground/http/caller-address.ts';
import type { ErrorDialect } from '../../ground/http/error-dialects.ts';
import type { AddressCounts } from '../limits/address-limit.ts';
import { assertAllowed, limitHeaders } from '../limits/rate-limiter.ts';
import type { AuthenticationContext } from './account-context.ts';
import { assertAddress } from './address-list.ts';
import type { Admission, Gate } from './admission.ts';
import { type Access, accessSentence, assertAccess, type Principal, sentences } from './principal.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends Access {
    dialect?: ErrorDialect;
  }
  interface FastifyRequest {
    principal: Principal | null;
    /** Of the data when the request was counted, see `readDataVersion`. */
    dataVersion: string;
  }
}

export interface AuthenticationOptions {
  context: AuthenticationContext & {
    /** What is to be read from the replica; absent: there is none. */
    replica?: Pick<Replica, 'need'>;
  };
  gate: Gate;
  /** Credentials that were refused, by network address. */
  refused: AddressCounts;
}

/** Every route of the surrounding plugin takes a credential: who it is, how often, and whether role and scope allow it. */
export const authenticationPlugin = fp(async (app: FastifyInstance, options: AuthenticationOptions) => {
  const { context, gate, refused } = options;
  app.decorateRequest('dataVersion', '');

  app.addHook('onRoute', (route) => {
    const { sessionOnly, superadminOnly, role, scope, anyScope } = route.config ?? {};
    const takesKeys = !sessionOnly && !superadminOnly;
    // Each entry is one way in; of several scopes a token needs one.
    const scopeSets = scope === undefined ? (anyScope?.map((name) => [name]) ?? [[]]) : [[scope]];
    const opensByScope = scope !== undefined || anyScope !== undefined || role === undefined;
    const security: Record<string, readonly string[]>[] = [
      { sessionToken: [] },
      ...(takesKeys ? [{ apiKey: [] }] : []),
      ...(takesKeys && opensByScope ? scopeSets.map((scopes) => ({ clientCredentials: scopes })) : []),
    ];
    const description = sentences(route.schema?.description, accessSentence(route.config ?? {}));
    route.schema = { ...route.schema, security, description };
    route.config = { ...route.config, takesKeys };
  });

  app.addHook('onRequest', async (request, reply) => {
    const { principal, decision, limitedBy, dataVersion } = await admitted(request);
    request.principal = principal;
    request.dataVersion = dataVersion;
    context.replica?.need(dataVersion);
    void reply.headers(limitHeaders(decision, context.clock.now()));
    const whose = limitedBy === 'tenant' ? ' from all keys and sessions of the tenant' : '';
    assertAllowed(decision, context.clock.now(), `More than ${decision.limit} requests in a minute${whose}`);
    assertAddress(principal, callerAddress(request));
    assertAccess(principal, request.routeOptions.config);
  });

  async function admitted(request: FastifyRequest): Promise<Admission> {
    try {
      return await gate.admit(request.headers.authorization);
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_token') {
        const decision = refused.take(callerGroup(request));
        assertAllowed(decision, context.clock.now(), 'Too many requests without a valid credential');
      }
      throw error;
    }
  }
});

/** The caller of a route under the authentication plugin. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error(`${request.routeOptions.url} is not under authentication.`);
  return request.principal;
}
