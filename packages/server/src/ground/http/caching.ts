import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { etagOf, holdAnswer, matchingTag, READ_CACHE_CONTROL, READ_VARY } from './held-reply.ts';

/**
 * Gives every successful read a strong ETag over its bytes and answers 304 where the caller has them already. Register
 * after compression, so that the tag can name the encoding.
 */
export const cachingPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, payload, done) => done(null, tagged(request, reply, payload)));

  function tagged(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    // What is held has its tag.
    if (reply.hasHeader('ETag')) return payload;
    if ((request.method !== 'GET' && request.method !== 'HEAD') || reply.statusCode !== 200) return payload;
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', READ_CACHE_CONTROL);
    if (reply.getHeader('Cache-Control') === 'no-store' || typeof payload !== 'string') return payload;
    const etag = etagOf(payload);
    void reply.headers({ ETag: etag, Vary: READ_VARY });
    if (request.sharing?.terms !== undefined) request.sharing.keep(holdAnswer(reply, payload, etag));
    const known = matchingTag(request.headers['if-none-match'], etag);
    if (known === undefined) return payload;
    void reply.code(304).header('ETag', known).removeHeader('Content-Type');
    // Fastify measures the text of an answer to HEAD, so there has to be one.
    return request.method === 'HEAD' ? '' : null;
  }

  app.addHook('onRoute', (route) => {
    const earlier = route.onSend ?? [];
    route.onSend = [
      ...(Array.isArray(earlier) ? earlier : [earlier]),
      (_request, reply, payload, done) => {
        if (reply.statusCode === 304) void reply.removeHeader('Content-Length');
        const etag = reply.getHeader('ETag');
        const encoding = reply.getHeader('Content-Encoding');
        if (typeof etag === 'string' && typeof encoding === 'string' && reply.statusCode === 200) {
          void reply.header('ETag', `${etag.slice(0, -1)}-${encoding}"`);
        }
        done(null, payload);
      },
    ];
  });
});
