import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Principal, assertAccess } from '../../services/identity/principal.ts';
import type { CredentialMemory } from '../../services/identity/remember-credentials.ts';
import type { RateLimitDecision, RateLimiter } from '../../services/identity/rate-limiter.ts';
import type { ApiContext } from '../api-context.ts';
import { type Encoding, type SharedReplies, type SharedReply, replyKey } from '../shared-replies.ts';
import { encodingOf, taggedFor } from '../shared-reply-form.ts';
import { matchingTag } from './caching.ts';
import { logAnswer } from './request-log.ts';

export interface QuickReplyOptions {
  context: ApiContext;
  credentials: CredentialMemory;
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

interface AnswerTerms extends Admitted {
  reply: SharedReply;
  encoding: Encoding | undefined;
  body: Buffer | string;
  startedAt: number;
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
  { context, credentials, requests, replies, onAnswer }: QuickReplyOptions,
  route: RequestListener,
): RequestListener {
  let inHand = 0;

  /** Undefined where the request is not for a quick answer. Nothing has been counted then. */
  async function admit(authorization: string, reply: SharedReply): Promise<Admitted | undefined> {
    const epoch = context.dataEpoch.latest();
    if (reply.epoch !== epoch?.name || context.clock.now() >= reply.until) return undefined;
    const { principal, version } =
      credentials.find(authorization) ?? (await credentials.learn(authorization));
    if (reply.product !== undefined && !principal.products.includes(reply.product)) return undefined;
    assertAccess(principal, reply.access);
    const versions = { data: epoch.version, credentials: version };
    const decision = await requests.takeAt(principal.credentialId, principal.requestsPerMinute, versions);
    if (decision === undefined) credentials.forget(authorization);
    // A refused request is not counted, so the long way may ask again.
    return decision?.allowed === true ? { principal, decision } : undefined;
  }

  function answer(request: IncomingMessage, response: ServerResponse, terms: AnswerTerms): void {
    const { reply, principal, decision, encoding, body, startedAt } = terms;
    const tag = matchingTag(request.headers['if-none-match'], reply.etag);
    const requestId = randomUUID();
    const status = tag === undefined ? 200 : 304;
    const headers =
      tag === undefined ? taggedFor(reply, encoding, body.length) : [...reply.unchangedHeaders, 'etag', tag];
    headers.push(
      'x-request-id',
      requestId,
      'x-ratelimit-limit',
      String(decision.limit),
      'x-ratelimit-remaining',
      String(decision.remaining),
      'x-ratelimit-reset',
      String(Math.ceil(decision.resetsAt / 1000)),
    );
    response.writeHead(status, headers);
    if (tag !== undefined) response.end();
    else if (typeof body === 'string') response.end(body, 'latin1');
    else response.end(body);
    onAnswer(principal);
    logAnswer(app.log, {
      requestId,
      method: 'GET',
      route: reply.route,
      status,
      durationMs: performance.now() - startedAt,
      principal,
    });
  }

  return (request, response) => {
    const { authorization } = request.headers;
    const reply = canBeQuick(request) ? replies.peek(replyKey(request)) : undefined;
    if (authorization === undefined || reply === undefined || inHand >= MAX_IN_HAND || app.isUnderPressure())
      return route(request, response);
    inHand++;
    const startedAt = performance.now();
    const encoding = encodingOf(request.headers, reply);
    let isDecided = false;
    const takeLongWay = () => {
      if (isDecided) return;
      isDecided = true;
      route(request, response);
    };
    const patience = setTimeout(takeLongWay, PATIENCE_MS);
    const settle = async () => {
      const admitted = await admit(authorization, reply);
      if (admitted === undefined) return takeLongWay();
      const body =
        encoding === undefined ? (reply.text ?? reply.body) : await replies.compress(reply, encoding);
      if (isDecided || response.destroyed) return undefined;
      isDecided = true;
      return answer(request, response, { ...admitted, reply, encoding, body, startedAt });
    };
    settle()
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
    method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  );
}

/** `listeners` knows functions only; those of this event take a request and a response. */
function isRequestListener(
  listener: unknown,
): listener is (request: IncomingMessage, response: ServerResponse) => void {
  return typeof listener === 'function';
}
