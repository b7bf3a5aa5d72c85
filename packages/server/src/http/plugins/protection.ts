import { getHeapStatistics } from 'node:v8';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../errors.ts';

const RETRY_AFTER_S = '10';

export interface ProtectionOptions {
  /** 0 turns the check off. */
  maxEventLoopDelayMs: number;
}

/** Share of the heap that JavaScript may have; what is left is for the requests that are under way. */
const MAX_HEAP_SHARE = 0.85;

/** Security headers, compression of answers, and 503 when the process is overloaded. */
export const protectionPlugin = fp(async (app: FastifyInstance, options: ProtectionOptions) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // These concern documents alone and would only make every answer longer.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
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
