import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** One line for each request. Neither headers nor query nor body are logged: any of them can hold a secret. */
export const requestLogPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        credential: request.principal?.credentialId,
        tenantId: request.principal?.tenantId,
      },
      'request',
    );
  });
});
