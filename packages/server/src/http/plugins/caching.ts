import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** A tag of the bytes as they are sent: a compressed answer has a tag of its own (RFC 9110, 8.8.3). */
const ENCODING_SUFFIX = /-(br|gzip|deflate|zstd)"$/;

/** Callers keep an answer and ask each time whether it is still current. */
export const READ_CACHE_CONTROL = 'private, no-cache';
export const READ_VARY = 'Accept, accept-encoding';

/**
 * Gives every successful read a strong ETag over its bytes and answers 304 where the caller has them already. Register
 * after compression, so that the tag can name the encoding.
 */
export const cachingPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || reply.statusCode !== 200) return payload;
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', READ_CACHE_CONTROL);
    if (reply.getHeader('Cache-Control') === 'no-store' || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    void reply.headers({ ETag: etag, Vary: READ_VARY });
    request.sharing?.keep(reply, payload, etag);
    const known = matchingTag(request.headers['if-none-match'], etag);
    if (known === undefined) return payload;
    void reply.code(304).header('ETag', known).removeHeader('Content-Type');
    // Fastify measures the text of an answer to HEAD, so there has to be one.
    return request.method === 'HEAD' ? '' : null;
  });

  app.addHook('onRoute', (route) => {
    const earlier = route.onSend ?? [];
    route.onSend = [
      ...(Array.isArray(earlier) ? earlier : [earlier]),
      async (_request, reply, payload) => {
        if (reply.statusCode === 304) void reply.removeHeader('Content-Length');
        const etag = reply.getHeader('ETag');
        const encoding = reply.getHeader('Content-Encoding');
        if (typeof etag === 'string' && typeof encoding === 'string' && reply.statusCode === 200) {
          void reply.header('ETag', `${etag.slice(0, -1)}-${encoding}"`);
        }
        return payload;
      },
    ];
  });
});

/** The tag of `If-None-Match` that stands for the same content, whatever its encoding. */
export function matchingTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === etag) return etag;
  if (ifNoneMatch.trim() === '*') return etag;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .find((candidate) => candidate.replace(ENCODING_SUFFIX, '"') === etag);
}
