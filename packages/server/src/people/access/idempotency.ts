import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { createKeyedLock } from './keyed-lock.ts';
import { answerOnce, type OnceContext } from './answer-once.ts';
import type { Db } from '../../ground/database/database.ts';
import { principalOf } from './authentication.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route creates something: with an `Idempotency-Key` it does so once. Its handler is `createOnce`. */
    createsOnce?: boolean;
  }
  interface FastifyInstance {
    once: OnceContext;
  }
}

const HEADER = 'idempotency-key';
/** Says that an answer is that to an earlier request. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** Printable ASCII. */
const KEY_PATTERN = /^[ -~]*$/;

const Headers = z.looseObject({
  [HEADER]: z
    .string()
    .min(1)
    .max(255)
    .regex(KEY_PATTERN, 'Send printable ASCII characters alone.')
    .optional()
    .meta({
      description:
        'Names this request, such as by a random UUID. The same request with the same key is carried out once: for a day it gets the same ' +
        'status and body again.',
      examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'],
    }),
});

/** Routes with `createsOnce` take an `Idempotency-Key`. Register after authentication. */
export const idempotencyPlugin = fp(
  async (app: FastifyInstance, { context }: { context: { clock: Clock; sealer: Sealer } }) => {
    const { clock, sealer } = context;
    app.decorate('once', { clock, sealer, turns: createKeyedLock(), underWay: new Set<string>() });
    app.addHook('onRoute', (route) => {
      if (route.config?.createsOnce === true) route.schema = { ...route.schema, headers: Headers };
    });
  },
);

/** What a service that creates something has in its context. */
interface Creating {
  db: Db;
  onMailQueued?(): void;
}

/**
 * Runs a handler that creates something. With an `Idempotency-Key` all that it does is done in one transaction with keeping its answer; it
 * must use the context that it is given.
 */
export async function createOnce<C extends Creating, T>(
  { context, request, reply }: { context: C; request: FastifyRequest; reply: FastifyReply },
  handler: (context: C) => Promise<T>,
): Promise<T | FastifyReply> {
  const key = request.headers[HEADER];
  if (typeof key !== 'string') return handler(context);
  if (request.routeOptions.config.createsOnce !== true) {
    throw new Error(`${request.routeOptions.url} does not say that it creates.`);
  }
  const { method, url, body } = request;
  const once = { principal: principalOf(request), key, route: `${method} ${url}`, body };
  let isMailQueued = false;
  const onMailQueued = () => {
    isMailQueued = true;
  };
  const answer = await answerOnce(request.server.once, context.db, once, async (tx) => {
    const made = await handler({ ...context, db: tx, onMailQueued });
    const text = reply.serialize(made);
    if (typeof text !== 'string') throw new Error(`${request.routeOptions.url} does not answer with JSON.`);
    return { status: reply.statusCode, body: text };
  });
  if (isMailQueued) context.onMailQueued?.();
  if (answer.isReplayed) void reply.header(REPLAYED_HEADER, 'true');
  return reply
    .code(answer.status)
    .headers({ 'Cache-Control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(answer.body);
}
