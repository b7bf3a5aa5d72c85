import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ApiContext } from '../api-context.ts';
import { type SharedReplies, type SharedReply, replyKey } from '../shared-replies.ts';
import { holdReply, sendHeld } from '../held-reply.ts';
import { relativeDaysEnd } from '../relative-day.ts';
import { READ_CACHE_CONTROL } from './caching.ts';
import { principalOf } from './authentication.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's successful answers depend on the URL and the market data alone, or on the subscription too. */
    sharesReplies?: boolean | 'by subscription';
  }
  interface FastifyRequest {
    sharing: Sharing | null;
  }
}

interface Sharing {
  /** The state of the data before the answer was begun. */
  epoch: string;
  /** Set by `shareReply`; the reply is kept only then. */
  terms: SharingTerms | undefined;
  keep(reply: FastifyReply, payload: string, etag: string): void;
}

interface SharingTerms {
  /** Market product that a caller must have subscribed to for the same bytes; undefined: none in particular. */
  product: string | undefined;
  /** Epoch ms from which on the passing of time alone changes the answer; absent: it does not. */
  until?: number;
}

const MAX_URL_LENGTH = 512;

/** Lets the reply of this request answer further requests for the same URL until the data change. */
export function shareReply(request: FastifyRequest, terms: SharingTerms): void {
  if (request.sharing !== null) request.sharing.terms = terms;
}

export interface SharedReplyOptions {
  context: ApiContext;
  replies: SharedReplies;
}

/**
 * Serves routes with `sharesReplies` from memory: a reply is computed and serialised once for each state of the data. Register
 * after authentication: credential, limit and scope are checked for every request, the subscription too.
 */
export const sharedRepliesPlugin = fp(async (app: FastifyInstance, options: SharedReplyOptions) => {
  const { context, replies } = options;
  app.decorateRequest('sharing', null);

  app.addHook('onRequest', async (request, reply) => {
    const { sharesReplies } = request.routeOptions.config;
    if (!sharesReplies || request.url.length > MAX_URL_LENGTH) return;
    const latest = context.dataEpoch.latest();
    // That of the database that counts requests; a replica that is behind it is not read from.
    const epoch = latest?.version === request.dataVersion ? latest.name : await context.dataEpoch.read();
    const key =
      sharesReplies === 'by subscription'
        ? `${principalOf(request).products.toSorted().join(' ')} ${replyKey(request)}`
        : replyKey(request);
    const known = replies.find(key, epoch, context.clock.now());
    if (known !== undefined && isSubscribed(request, known)) return sendHeld(request, reply, known);
    const wordsEnd = relativeDaysEnd(request.query, context.clock.now()) ?? Number.POSITIVE_INFINITY;
    request.sharing = {
      epoch,
      terms: undefined,
      keep(fresh, payload, etag) {
        if (this.terms === undefined) return;
        const until = Math.min(wordsEnd, this.terms.until ?? Number.POSITIVE_INFINITY);
        replies.keep(key, toSharedReply(fresh, { payload, etag, epoch, ...this.terms, until }));
      },
    };
  });
});

function isSubscribed(request: FastifyRequest, { product }: SharedReply): boolean {
  return product === undefined || principalOf(request).products.includes(product);
}

function toSharedReply(
  reply: FastifyReply,
  made: { payload: string; etag: string; epoch: string; until: number } & SharingTerms,
): SharedReply {
  const headers: Record<string, string> = { 'Cache-Control': READ_CACHE_CONTROL };
  for (const name of ['Content-Type', 'Content-Disposition', 'Link', 'X-Total-Count', 'X-Simulated']) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return {
    ...holdReply(made.payload, headers, made.etag),
    product: made.product,
    epoch: made.epoch,
    until: made.until,
  };
}
