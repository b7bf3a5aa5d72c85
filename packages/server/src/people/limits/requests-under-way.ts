import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../ground/errors.ts';
import { callerGroup } from '../../ground/http/caller-address.ts';
import { createCallerCounts } from './caller-counts.ts';
import { overloaded } from '../../ground/http/protection.ts';

export interface RequestsUnderWayOptions {
  maxRequestsUnderWay: number;
  /** Of one tenant, or of one network address where there is no credential. */
  maxRequestsOfOne: number;
  /** Requests of one credential, or address, whose bodies are still to come. */
  maxWaitingBodies: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Called once, when the body is there or the connection is gone. */
    endBodyWait: (() => void) | null;
  }
}

/**
 * Bounds the requests that are worked on. A request is one of them from when its credential was checked and its body has come, so that
 * nobody takes room by announcing what never comes; how many bodies a caller may have announced is bounded apart.
 */
export const requestsUnderWayPlugin = fp(async (app: FastifyInstance, options: RequestsUnderWayOptions) => {
  const waiting = createCallerCounts(options.maxWaitingBodies);
  const ofOne = createCallerCounts(options.maxRequestsOfOne);
  let underWay = 0;
  app.decorateRequest('endBodyWait', null);

  app.addHook('preParsing', async (request, reply) => {
    if (!announcesBody(request) || reply.raw.destroyed) return;
    const caller = request.principal?.credentialId ?? callerGroup(request);
    if (!waiting.take(caller))
      throw tooManyAtOnce(`${options.maxWaitingBodies} requests without their bodies`);
    request.endBodyWait = () => {
      request.endBodyWait = null;
      waiting.release(caller);
    };
    reply.raw.once('close', () => request.endBodyWait?.());
  });

  app.addHook('preValidation', async (request, reply) => {
    request.endBodyWait?.();
    const { staysOpen, answersUnderPressure } = request.routeOptions.config;
    // A reply ends by being sent or by the caller hanging up, and closes once either way; here it may be closed already.
    if (staysOpen === true || answersUnderPressure === true || reply.raw.destroyed) return;
    if (underWay >= options.maxRequestsUnderWay) throw overloaded();
    const caller = request.principal?.tenantId ?? callerGroup(request);
    if (!ofOne.take(caller)) throw tooManyAtOnce(`${options.maxRequestsOfOne} requests`);
    underWay++;
    reply.raw.once('close', () => {
      underWay--;
      ofOne.release(caller);
    });
  });
});

/** Bodies of GET and HEAD are not read. */
function announcesBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function tooManyAtOnce(what: string): AppError {
  return new AppError(
    'rate_limited',
    `More than ${what} at once; wait for answers and try again in ${RETRY_AFTER_S} seconds.`,
    { headers: { 'Retry-After': RETRY_AFTER_S } },
  );
}

const RETRY_AFTER_S = '5';
