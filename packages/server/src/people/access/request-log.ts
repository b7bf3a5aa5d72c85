import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { callerAddress } from '../../ground/http/caller-address.ts';
import type { AnsweredRequest, Telemetry } from '../../ground/telemetry/telemetry.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { Principal } from './principal.ts';
import { RefusedCredential } from './refused-credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the error that is answered. */
    errorCode: string | undefined;
  }
}

type Answer = AnsweredRequest & { principal: Principal | null };

/**
 * One line for each request, and word to those who count. Neither headers nor query nor body are logged: any of them can hold a secret.
 */
export const requestLogPlugin = fp(
  async (app: FastifyInstance, { telemetry }: { telemetry?: Telemetry | undefined }) => {
    app.decorateRequest('errorCode', undefined);
    app.addHook('onRequest', (request, reply, done) => {
      void reply.header('X-Request-Id', request.id);
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const answer = {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
        principal: request.principal,
        errorCode: request.errorCode,
        traceparent: traceparentOf(request.headers),
      };
      logAnswer(app.log, answer);
      telemetry?.onRequest(answer);
      done();
    });
  },
);

function traceparentOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** The line of one request. */
function logAnswer(log: FastifyBaseLogger, answer: Answer): void {
  const { requestId, method, route, status, durationMs, principal } = answer;
  log.info(
    {
      reqId: requestId,
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
