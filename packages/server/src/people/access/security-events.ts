import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { SecurityLog } from '../audit/security-log.ts';
import { RefusedCredential } from './refused-credential.ts';
import { callerAddress } from '../../ground/http/caller-address.ts';

/**
 * Under authentication: refused credentials are kept as security events, what a request changes is audited with the network address that
 * it came from, and logged once the request has succeeded. Register after authentication.
 */
export const securityEventsPlugin = fp(
  async (app: FastifyInstance, { security }: { security: SecurityLog }) => {
    app.addHook('onRequest', async (request) => {
      if (request.principal === null || request.method === 'GET') return;
      request.principal = { ...request.principal, origin: { address: callerAddress(request), audited: [] } };
    });
    app.addHook('onError', async (request, _reply, error: Error) => {
      if (!(error instanceof RefusedCredential)) return;
      const { tenantId, target, reason } = error;
      security.keepCounted({
        action: 'credential.refused',
        tenantId,
        target,
        address: callerAddress(request),
        details: { reason },
      });
    });
    app.addHook('onResponse', async ({ principal }, reply) => {
      if (reply.statusCode >= 400) return;
      for (const entry of principal?.origin?.audited ?? []) security.log(entry);
    });
  },
);
