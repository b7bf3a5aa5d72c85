import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Principal, hasAccess } from '../../services/identity/principal.ts';
import type { CredentialMemory, RememberedCredential } from '../../services/identity/remember-credentials.ts';
import type { RateLimitDecision, RateLimiter } from '../../services/identity/rate-limiter.ts';
import type { ApiContext } from '../api-context.ts';
import { type Encoding, type SharedReplies, type SharedReply, replyKey } from '../shared-replies.ts';
import { createPreparedSender } from '../prepared-head.ts';
import { encodingOf, taggedHead } from '../shared-reply-form.ts';
import { matchingTag } from './caching.ts';
import { type Answer, traceparentOf } from './request-log.ts';

export interface QuickReplyOptions {
  context: ApiContext;
  credentials: CredentialMemory;
  /** Requests by credential over one minute, the same as those of the authentication plugin. */
  requests: RateLimiter;
  replies: SharedReplies;
  /** Told of every answer that was sent, which no hook sees. */
  onAnswer: (answer: Answer & { principal: Principal }) => void;
}

/** Requests in hand beyond which further ones take the long way, where overload is answered. */
const MAX_IN_HAND = 500;
/** After this long the long way takes over, which knows how to give up. */
const PATIENCE_MS = 2000;
const LOOK_MS = 250;

/** A request that waits to be let in. */
interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  reply: SharedReply;
  authorization: string;
  /** By `performance.now()`. */
  since: number;
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
    const { listener, stop } = quickly(app, options, route);
    app.server.on('request', listener);
    app.server.once('close', stop);
  });
});

function quickly(
  app: FastifyInstance,
  { context, credentials, requests, replies, onAnswer }: QuickReplyOptions,
  route: RequestListener,
): { listener: RequestListener; stop: () => void } {
  const sendPrepared = createPreparedSender(app.server);
  /** The longest in hand first. What is no longer among them has been answered or left to the routes. */
  const inHand = new Set<Waiting>();

  const leaveToRoutes = (waiting: Waiting) => {
    if (inHand.delete(waiting)) route(waiting.request, waiting.response);
  };

  /** Nothing has been counted for a request that is left to the routes. */
  function admit(waiting: Waiting, { principal, version }: RememberedCredential): void {
    const { reply, authorization } = waiting;
    const epoch = context.dataEpoch.latest();
    const isCurrent = reply.epoch === epoch?.name && context.clock.now() < reply.until;
    const isSubscribed = reply.product === undefined || principal.products.includes(reply.product);
    if (!isCurrent || !isSubscribed || !hasAccess(principal, reply.access)) return leaveToRoutes(waiting);
    const { credentialId, requestsPerMinute } = principal;
    const versions = { data: epoch.version, credentials: version };
    const counted = requests.takeNow(credentialId, requestsPerMinute, versions);
    if (counted !== undefined) return send(waiting, principal, counted);
    requests.takeAt(credentialId, requestsPerMinute, versions).then(
      (decision) => {
        if (decision === undefined) credentials.forget(authorization);
        return decision?.allowed === true ? send(waiting, principal, decision) : leaveToRoutes(waiting);
      },
      () => leaveToRoutes(waiting),
    );
  }

  function send(waiting: Waiting, principal: Principal, decision: RateLimitDecision): void {
    const { request, reply } = waiting;
    const encoding = encodingOf(request.headers, reply);
    if (encoding === undefined) return answer(waiting, principal, decision, reply.text ?? reply.body);
    replies.compress(reply, encoding).then(
      (body) => answer(waiting, principal, decision, body, encoding),
      () => leaveToRoutes(waiting),
    );
  }

  function answer(
    waiting: Waiting,
    principal: Principal,
    decision: RateLimitDecision,
    body: Buffer | string,
    encoding?: Encoding,
  ): void {
    const { request, response, reply, since } = waiting;
    if (!inHand.delete(waiting) || response.destroyed) return;
    const tag = matchingTag(request.headers['if-none-match'], reply.etag);
    const requestId = randomUUID();
    const status = tag === undefined ? 200 : 304;
    const head =
      tag === undefined ? taggedHead(reply, encoding, body.length) : `${reply.unchangedHead}etag: ${tag}\r\n`;
    sendPrepared(response, {
      status,
      head:
        `${head}x-request-id: ${requestId}\r\nx-ratelimit-limit: ${decision.limit}\r\n` +
        `x-ratelimit-remaining: ${decision.remaining}\r\nx-ratelimit-reset: ${Math.ceil(decision.resetsAt / 1000)}\r\n`,
      ...(tag === undefined && { body }),
    });
    onAnswer({
      requestId,
      method: 'GET',
      route: reply.route,
      status,
      durationMs: performance.now() - since,
      principal,
      errorCode: undefined,
      traceparent: traceparentOf(request.headers),
    });
  }

  const impatience = setInterval(() => {
    const latest = performance.now() - PATIENCE_MS;
    for (const waiting of inHand) {
      if (waiting.since > latest) break;
      leaveToRoutes(waiting);
    }
  }, LOOK_MS).unref();

  const listener: RequestListener = (request, response) => {
    const { authorization } = request.headers;
    const reply = canBeQuick(request, response) ? replies.peek(replyKey(request)) : undefined;
    if (authorization === undefined || reply === undefined) return route(request, response);
    if (inHand.size >= MAX_IN_HAND || app.isUnderPressure()) return route(request, response);
    const waiting = { request, response, reply, authorization, since: performance.now() };
    inHand.add(waiting);
    const remembered = credentials.find(authorization);
    if (remembered !== undefined) return admit(waiting, remembered);
    credentials.learn(authorization).then(
      (learnt) => admit(waiting, learnt),
      () => leaveToRoutes(waiting),
    );
    return undefined;
  };
  return { listener, stop: () => clearInterval(impatience) };
}

function canBeQuick({ method, headers }: IncomingMessage, { shouldKeepAlive }: ServerResponse): boolean {
  return (
    method === 'GET' &&
    shouldKeepAlive &&
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
