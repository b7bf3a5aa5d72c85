import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { principalOf } from './authentication.ts';
import type { Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether API keys may call the route at all. */
    takesKeys?: boolean;
  }
  interface FastifyRequest {
    /** Whether a page of a configured origin asks. */
    isCrossOrigin: boolean;
  }
  interface FastifyInstance {
    /** Whether the headers of answers depend on the page that asks. */
    variesByOrigin: boolean;
  }
}

const READS = ['GET', 'HEAD'];
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': READS.join(', '),
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, Last-Event-ID',
  'Access-Control-Max-Age': '7200',
};
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Simulated',
  'X-Total-Count',
].join(', ');

/**
 * Pages of the configured origins may read with API keys: their preflights are answered, and reads on routes that take keys allow the page to
 * see the answer. Cookies are never part of it. Register before what refuses requests.
 */
export const crossOriginPlugin = fp(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    app.decorateRequest('isCrossOrigin', false);
    app.decorate('variesByOrigin', origins.length > 0);
    if (origins.length === 0) return;
    const known = new Set(origins);
    app.addHook('onRequest', (request, reply, done) => {
      const { origin } = request.headers;
      if (origin !== undefined && known.has(origin)) allow(request, reply, origin);
      done();
    });
  },
);

/** With configured origins the headers of an answer depend on the caller's. Register after caching. */
export const varyByOriginPlugin = fp(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    if (origins.length === 0) return;
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.routeOptions.config.takesKeys === true || request.is404) {
        const vary = reply.getHeader('Vary');
        void reply.header('Vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
      }
      done(null, payload);
    });
  },
);

/** A page of another origin may use no more than a key that reads. Register after authentication. */
export const crossOriginKeysPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    if (!request.isCrossOrigin || onlyReads(principalOf(request))) return;
    throw new AppError(
      'insufficient_scope',
      'Pages of other origins may use API keys whose scopes only read; create one with scopes such as forecasts:read.',
    );
  });
});

function allow(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (isPreflight) void reply.headers({ 'Access-Control-Allow-Origin': origin, ...PREFLIGHT_HEADERS });
  if (!READS.includes(request.method) || request.routeOptions.config.takesKeys !== true) return;
  request.isCrossOrigin = true;
  void reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
}

function onlyReads({ keyId, scopes }: Principal): boolean {
  return keyId !== undefined && scopes !== undefined && scopes.every((scope) => scope.endsWith(':read'));
}

/** Reads a list of origins as browsers write them. */
export function parseOrigins(text: string, context: z.RefinementCtx): string[] {
  const origins = text.split(',').map((origin) => origin.trim());
  if (!origins.every(isOrigin)) context.addIssue({ code: 'custom', message: RULE });
  return origins;
}

const RULE =
  'must be a list of origins such as https://app.example.com, separated by commas: scheme, host in lower case and, if it is not the usual one, port; no path, no *';

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
