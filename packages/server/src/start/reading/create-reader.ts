import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '../../ground/errors.ts';
import type { PoolCounts } from '../../ground/telemetry/telemetry.ts';
import type {
  FromReader,
  ReadAnswer,
  ReadFault,
  ReadPart,
  ReadRequest,
  ToReader,
} from './reader-messages.ts';

/** Answers dear reads in a thread of its own, so that the one that answers requests is free for those of others. */
export interface Reader {
  /**
   * The answer, or its beginning; undefined while the thread is not there. The first call starts it, which takes a second or two, and so does
   * a call after it has ended. Throws what the caller is to be told. Callers bound how many they ask for at once.
   */
  ask(request: ReadRequest, signal: AbortSignal): Promise<GivenAnswer> | undefined;
  /** The thread's connections to the database, some seconds ago; none while there is no thread. */
  pools(): Record<string, PoolCounts>;
  close(): Promise<void>;
}

export type GivenAnswer = Exclude<ReadAnswer, { fault: ReadFault } | { isInParts: true }> | PartedAnswer;

export interface PartedAnswer {
  headers: Record<string, string>;
  /** The next part, empty after the last one. */
  next(): Promise<Uint8Array>;
  /** Nobody takes further parts. */
  leave(): void;
}

interface Waiting {
  resolve(answer: ReadAnswer | ReadPart): void;
  reject(error: Error): void;
}

/** What the thread keeps for reads, and works with; beyond it the thread is ended and another one started. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
/** A thread that has ended is not started again at once. */
const REST_MS = 5000;

/** `program` is what the thread runs, with `settings` as its data. */
export function createReader(
  program: URL,
  {
    settings,
    logger,
    restMs = REST_MS,
  }: { settings: object; logger: Pick<Logger, 'info' | 'warn'>; restMs?: number },
): Reader {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let isReady = false;
  let pools: Record<string, PoolCounts> = {};
  let restsUntil = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let nextId = 0;

  function start(): Worker {
    const started = new Worker(program, { resourceLimits: RESOURCE_LIMITS, workerData: settings });
    // What waits for it keeps the process alive by its connection.
    started.unref();
    started.on('message', (message: FromReader) => take(message));
    started.on('error', (error) => abandon(started, error));
    started.on('exit', (code) =>
      abandon(started, new Error(`The thread for reads ended with code ${code}.`)),
    );
    return started;
  }

  function take(message: FromReader): void {
    if ('isReady' in message) isReady = true;
    else if ('pools' in message) pools = message.pools;
    else if ('log' in message) logger[message.log](message.fields, message.text);
    else {
      const { id, ...answer } = message;
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    }
  }

  /** What waited for a thread that has ended is answered with 503. */
  function abandon(ended: Worker, cause: Error): void {
    if (thread !== ended) return;
    thread = undefined;
    isReady = false;
    pools = {};
    restsUntil = performance.now() + restMs;
    if (!isClosed) logger.warn({ error: cause }, 'the thread for reads has ended; another one is started');
    for (const caller of waiting.values()) caller.reject(endedError(cause));
    waiting.clear();
  }

  /** Nothing comes back from a thread that has ended: what it began is no part of another one's work. */
  function exchange(from: Worker, message: ToReader): Promise<ReadAnswer | ReadPart> {
    return new Promise((resolve, reject) => {
      if (from !== thread) return reject(endedError());
      waiting.set(message.id, { resolve, reject });
      tell(from, message);
    });
  }

  async function answer(from: Worker, request: ReadRequest, signal: AbortSignal): Promise<GivenAnswer> {
    signal.throwIfAborted();
    const id = nextId++;
    const leave = () => tell(from, { id, wants: 'nothing' });
    const giveUp = () => {
      leave();
      waiting.get(id)?.reject(signal.reason);
      waiting.delete(id);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const given = await exchange(from, { id, request });
      if ('fault' in given) throw errorOf(given.fault);
      if ('body' in given) return given;
      if ('part' in given) throw new Error('The thread for reads gave a part that nobody has asked for.');
      const next = async () => partOf(await exchange(from, { id, wants: 'part' }));
      return { headers: given.headers, next, leave };
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  return {
    ask(request, signal) {
      if (thread === undefined && !isClosed && performance.now() >= restsUntil) thread = start();
      return thread === undefined || !isReady ? undefined : answer(thread, request, signal);
    },
    pools: () => pools,
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

function errorOf({ code, message, faults, headers, cause }: ReadFault): AppError {
  return new AppError(code, message, { headers, cause, ...(faults && { faults }) });
}

function partOf(given: ReadAnswer | ReadPart): Uint8Array {
  if ('fault' in given) throw errorOf(given.fault);
  if ('part' in given) return given.part;
  throw new Error('The thread for reads gave an answer where a part was asked for.');
}

function endedError(cause?: Error): AppError {
  return new AppError('unavailable', 'The service failed to answer; try again in 5 seconds.', {
    cause,
    headers: { 'Retry-After': '5' },
  });
}

function tell(thread: Worker, message: ToReader): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(message);
}
