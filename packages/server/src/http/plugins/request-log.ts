import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Principal } from '../../services/identity/principal.ts';

/** One line for each request. Neither headers nor query nor body are logged: any of them can hold a secret. */
export const requestLogPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(request.log, {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      principal: request.principal,
    });
  });
});

/** The line of one request; `requestId` only where the logger does not know it. */
export function logAnswer(
  log: FastifyBaseLogger,
  answer: {
    requestId?: string;
    method: string;
    route: string;
    status: number;
    durationMs: number;
    principal: Principal | null;
  },
): void {
  const { requestId, method, route, status, durationMs, principal } = answer;
  log.info(
    {
      ...(requestId !== undefined && { reqId: requestId }),
      method,
      route,
      status,
      durationMs: Math.round(durationMs),
      credential: principal?.credentialId,
      tenantId: principal?.tenantId,
    },
    'request',
  );
}
