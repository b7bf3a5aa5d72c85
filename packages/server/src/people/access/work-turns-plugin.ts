import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../ground/errors.ts';
import { createWorkTurns, type TurnLimits, TurnRefusedError, type WorkTurns } from '../limits/work-turns.ts';
import { principalOf } from './authentication.ts';

/** `reading`: figures from many days; `planning`: plans, which one thread makes; `supposing`: what-ifs, likewise. */
type TurnKind = 'reading' | 'planning' | 'supposing';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is dear: its handler runs when the caller's tenant has its turn. Replies from memory need none. */
    takesTurns?: TurnKind;
    /** The route is one of `readRoutes`, whose handlers can run in the reader's thread. */
    mayRunInReader?: boolean;
  }
  interface FastifyInstance {
    workTurns: Record<TurnKind, WorkTurns>;
  }
}

const LIMITS: TurnLimits = {
  atOnce: 4,
  atOnceOfGroup: 2,
  waiting: 500,
  // What one key may ask for in a minute can all wait.
  waitingOfGroup: 60,
  budgetMs: 60_000,
  regainedShare: 1,
  easyMs: 10_000,
};

/** Each takes a second or so: whoever waits longer than for an answer is told so at once. */
const OF_WHAT_IFS = { atOnce: 1, atOnceOfGroup: 1, waiting: 8, waitingOfGroup: 4 };

export interface WorkTurnsOptions {
  /** Has a request answered in the reader's thread; undefined where that is not there. Absent: all are answered here. */
  readElsewhere?:
    | ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined)
    | undefined;
}

/** The handlers of dear routes wait for a turn of the caller's tenant. */
export const workTurnsPlugin = fp(async (app: FastifyInstance, { readElsewhere }: WorkTurnsOptions) => {
  app.decorate('workTurns', {
    reading: createWorkTurns(LIMITS),
    planning: createWorkTurns({ ...LIMITS, atOnce: 2, atOnceOfGroup: 1 }),
    supposing: createWorkTurns({ ...LIMITS, ...OF_WHAT_IFS }),
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.takesTurns === undefined) return;
    const { handler } = route;
    const elsewhere = route.config.mayRunInReader === true ? readElsewhere : undefined;
    route.handler = function handleInTurn(
      this: FastifyInstance,
      request: FastifyRequest,
      reply: FastifyReply,
    ) {
      const work = async () => elsewhere?.(request, reply) ?? handler.call(this, request, reply);
      return inTurn(request, work, { signal: leaving(reply) });
    };
  });
});

/**
 * Runs work of a request when its tenant has a turn. Work that goes on after the handler has returned, such as the next part of a long
 * answer, takes a turn of its own with `isFurther`.
 */
export async function inTurn<T>(
  request: FastifyRequest,
  work: () => Promise<T>,
  { isFurther = false, signal = request.signal } = {},
): Promise<T> {
  const turns = request.server.workTurns[request.routeOptions.config.takesTurns ?? 'reading'];
  try {
    return await turns.run(principalOf(request).tenantId, work, { signal, isFurther });
  } catch (error) {
    throw error instanceof TurnRefusedError ? refusalOf(error) : error;
  }
}

/** Aborts when the caller leaves, or is answered. The signal of a request with a body does so once the body was read. */
function leaving(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function refusalOf({ by, waitMs }: TurnRefusedError): AppError {
  const waitS = Math.max(1, Math.ceil(waitMs / 1000));
  const headers = { 'Retry-After': String(waitS) };
  return by === 'group'
    ? new AppError(
        'rate_limited',
        `Your organisation has asked for much at once that takes long; try again in ${waitS} seconds.`,
        { headers },
      )
    : new AppError('unavailable', `The service is overloaded; try again in ${waitS} seconds.`, { headers });
}
