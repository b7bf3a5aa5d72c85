import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Authenticator } from '../../services/identity/authenticate.ts';
import { type Principal, assertAccess } from '../../services/identity/principal.ts';
import type { RateLimitDecision, RateLimiter } from '../../services/identity/rate-limiter.ts';
import type { ApiContext } from '../api-context.ts';
import { type SharedReplies, type SharedReply, replyKey } from '../shared-replies.ts';
import { encodingOf, taggedFor } from '../shared-reply-form.ts';
import { matchingTag } from './caching.ts';
import { logAnswer } from './request-log.ts';

export interface QuickReplyOptions {
  context: ApiContext;
  authenticate: Authenticator;
  /** Requests by credential over one minute, the same as those of the authentication plugin. */
  requests: RateLimiter;
  replies: SharedReplies;
  /** Told of every answer that was sent, which no hook sees. */
  onAnswer: (principal: Principal) => void;
}

/** Requests in hand beyond which further ones take the long way, where overload is answered. */
const MAX_IN_HAND = 500;
/** After this long the long way takes over, which knows how to give up. */
const PATIENCE_MS = 2000;

interface Admitted {
  principal: Principal;
  decision: RateLimitDecision;
}

/**
 * Answers GETs whose reply is in memory before routing, validation and hooks. It makes the same checks with the same functions; whatever
 * is not a plain success — no such reply, a refusal, a failure, a delay — is left to the routes, which alone know how to answer it.
 */
export const quickRepliesPlugin = fp(async (app: FastifyInstance, options: QuickReplyOptions) => {
  app.addHook('onReady', async () => {
    const listeners = app.server.listeners('request').filter(isRequestListener);
    app.server.removeAllListeners('request');
    const route: RequestListener = (request, response) => {
      for (const listener of listeners) listener(request, response);
    };
    app.server.on('request', quickly(app, options, route));
  });
});

function quickly(
  app: FastifyInstance,
  { context, authenticate, requests, replies, onAnswer }: QuickReplyOptions,
  route: RequestListener,
): RequestListener {
  let inHand = 0;

  /** Undefined where the request is not for a quick answer. Nothing has been counted then. */
  async function admit(request: IncomingMessage, reply: SharedReply): Promise<Admitted | undefined> {
    const [principal, epoch] = await Promise.all([
      authenticate(request.headers.authorization),
      context.dataEpoch(),
    ]);
    const isCurrent = reply.epoch === epoch && context.clock.now() < reply.until;
    const isSubscribed = reply.product === undefined || principal.products.includes(reply.product);
    if (!isCurrent || !isSubscribed) return undefined;
    assertAccess(principal, reply.access);
    // A refused request is not counted, so the long way may ask again.
    const decision = await requests.take(principal.credentialId, principal.requestsPerMinute);
    return decision.allowed ? { principal, decision } : undefined;
  }

  return (request, response) => {
    const reply = canBeQuick(request) ? replies.peek(replyKey(request)) : undefined;
    if (reply === undefined || inHand >= MAX_IN_HAND || app.isUnderPressure())
      return route(request, response);
    inHand++;
    const startedAt = performance.now();
    let isDecided = false;
    const takeLongWay = () => {
      if (isDecided) return;
      isDecided = true;
      route(request, response);
    };
    const patience = setTimeout(takeLongWay, PATIENCE_MS);
    admit(request, reply)
      .then(async (admitted) => {
        const encoding = encodingOf(request.headers, reply);
        const body = encoding === undefined ? reply.body : await replies.compress(reply, encoding);
        if (admitted === undefined) return takeLongWay();
        if (isDecided || response.destroyed) return undefined;
        isDecided = true;
        const tag = matchingTag(request.headers['if-none-match'], reply.etag);
        const requestId = randomUUID();
        const status = tag === undefined ? 200 : 304;
        response.writeHead(status, [
          ...(tag === undefined
            ? taggedFor(reply, encoding, body.length)
            : [...reply.unchangedHeaders, 'etag', tag]),
          'x-request-id',
          requestId,
          'x-ratelimit-limit',
          String(admitted.decision.limit),
          'x-ratelimit-remaining',
          String(admitted.decision.remaining),
          'x-ratelimit-reset',
          String(Math.ceil(admitted.decision.resetsAt / 1000)),
        ]);
        response.end(tag === undefined ? body : undefined);
        onAnswer(admitted.principal);
        logAnswer(app.log, {
          requestId,
          method: 'GET',
          route: reply.route,
          status,
          durationMs: performance.now() - startedAt,
          principal: admitted.principal,
        });
        return undefined;
      })
      .catch(takeLongWay)
      .finally(() => {
        clearTimeout(patience);
        inHand--;
      });
    return undefined;
  };
}

function canBeQuick({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.authorization !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** `listeners` knows functions only; those of this event take a request and a response. */
function isRequestListener(
  listener: unknown,
): listener is (request: IncomingMessage, response: ServerResponse) => void {
  return typeof listener === 'function';
}
