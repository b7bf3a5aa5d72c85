import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../errors.ts';

const RETRY_AFTER_S = '10';

/** Security headers, compression of answers, and 503 when the process is overloaded. */
export const protectionPlugin = fp(async (app: FastifyInstance, options: { maxEventLoopDelayMs: number }) => {
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
  });
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxEventLoopDelayMs,
    pressureHandler: async (request) => {
      if (request.routeOptions.config.answersUnderPressure === true) return;
      throw new AppError('unavailable', `The service is overloaded; try again in ${RETRY_AFTER_S} seconds.`, {
        headers: { 'Retry-After': RETRY_AFTER_S },
      });
    },
  });
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health routes answer however busy the process is. */
    answersUnderPressure?: boolean;
  }
}
