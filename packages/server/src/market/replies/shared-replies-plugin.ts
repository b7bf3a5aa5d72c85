import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type SharedReplies, type SharedReply, replyKey } from './shared-replies.ts';
import { type HeldReply, sendHeld } from '../../ground/http/held-reply.ts';
import { relativeDaysEnd } from '../../ground/http/relative-day.ts';
import { principalOf } from '../../people/access/authentication.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { DataEpoch } from './data-epoch.ts';

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
  keep(held: HeldReply): void;
}

const MAX_URL_LENGTH = 512;

/** Lets the reply of this request answer further requests for the same URL until the data change. */
export function shareReply(request: FastifyRequest, terms: SharingTerms): void {
  if (request.sharing !== null) request.sharing.terms = terms;
}

interface SharedReplyOptions {
  context: { clock: Clock; dataEpoch: DataEpoch };
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
      keep(held) {
        if (this.terms === undefined) return;
        const until = Math.min(wordsEnd, this.terms.until ?? Number.POSITIVE_INFINITY);
        replies.keep(key, { ...held, epoch, product: this.terms.product, until });
      },
    };
  });
});

function isSubscribed(request: FastifyRequest, { product }: SharedReply): boolean {
  return product === undefined || principalOf(request).products.includes(product);
}

/** Who else may be given an answer. */
export interface SharingTerms {
  /** Market product that a caller must have subscribed to for the same bytes; undefined: none in particular. */
  product: string | undefined;
  /** Epoch ms from which on the passing of time alone changes the answer; absent: it does not. */
  until?: number;
}
