import { getHeapStatistics } from 'node:v8';
import compress from '@fastify/compress';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../errors.ts';

const RETRY_AFTER_S = '10';

interface ProtectionOptions {
  /** 0 turns the check off. */
  maxEventLoopDelayMs: number;
}

/** For what is no document of its own; pages have a policy of theirs in its place. */
const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Share of the heap that JavaScript may have; what is left is for the requests that are under way. */
const MAX_HEAP_SHARE = 0.85;

/** Security headers, compression of answers, and 503 when the process is overloaded. */
export const protectionPlugin = fp(async (app: FastifyInstance, options: ProtectionOptions) => {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    done();
  });
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxEventLoopDelayMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE,
    pressureHandler: async (request) => {
      if (request.routeOptions.config.answersUnderPressure !== true) throw overloaded();
    },
  });
});

export function overloaded(): AppError {
  return new AppError('unavailable', `The service is overloaded; try again in ${RETRY_AFTER_S} seconds.`, {
    headers: { 'Retry-After': RETRY_AFTER_S },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health routes and the files of the web application answer however busy the process is. */
    answersUnderPressure?: boolean;
    /** A stream: it bounds its number itself and does not count among the requests under way. */
    staysOpen?: boolean;
  }
}

/** Everything comes from this origin: no inline script or style, no other host, no frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
