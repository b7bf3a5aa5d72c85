import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { MARKETS } from '../market/installed-markets.ts';
import type { ThreadData } from './forecast-worker.ts';
import type { Jobs } from './thread-jobs.ts';

/** What was asked of threads that were closed before they answered: nothing that a model did wrong. */
export class ThreadsClosedError extends Error {
  override readonly name = 'ThreadsClosedError';
}

/** Threads that forecast, one job each at a time. */
export interface Threads {
  /** Jobs that run at once. */
  count: number;
  /** Does a job on the next free thread. Rejects with the thread's error or, at once, with the reason of an aborted signal. */
  run<Kind extends keyof Jobs>(
    kind: Kind,
    asked: Jobs[Kind]['asked'],
    signal?: AbortSignal,
  ): Promise<Jobs[Kind]['answer']>;
  /** Ends the threads; what they were doing, and what is asked of them afterwards, is rejected with ThreadsClosedError. */
  close(): Promise<void>;
}

interface Job {
  message: { kind: keyof Jobs; asked: unknown };
  signal: AbortSignal | undefined;
  resolve: (answer: unknown) => void;
  reject: (reason: unknown) => void;
}

/** Threads without work are kept for so long: a new one takes 0.1 s to start and runs at half its speed for seconds. */
const IDLE_MS = 60_000;

/** A thread's room for new objects: left to itself the engine takes several times as much, for the same time. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 };

/**
 * At most `count` threads (by default one for each core), started as they are needed and ended when they had nothing to do for a minute; until
 * then they keep what the engine has compiled. Idle threads do not keep the process alive. In the `background` they compute while nothing
 * else on the machine uses the core, as far as the system lets them.
 */
export function createThreads(
  count = availableParallelism(),
  priority: 'usual' | 'background' = 'usual',
): Threads {
  const idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];
  const waiting: Job[] = [];
  const busy = new Map<Worker, Job>();
  let isClosed = false;

  const next = () => {
    while (waiting.length > 0 && busy.size < Math.max(1, count)) {
      const job = waiting.shift();
      if (job !== undefined) start(job);
    }
  };
  const start = (job: Job) => {
    const rested = idle.pop();
    clearTimeout(rested?.timer);
    const thread = rested?.thread ?? createThread();
    thread.ref();
    busy.set(thread, job);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    thread.postMessage(job.message);
  };
  const createThread = () => {
    const thread = new Worker(new URL('./forecast-worker.ts', import.meta.url), {
      resourceLimits: RESOURCE_LIMITS,
      workerData: { priority, markets: MARKETS } satisfies ThreadData,
    });
    thread.on('message', (answer: unknown) => {
      const job = busy.get(thread);
      busy.delete(thread);
      thread.unref();
      idle.push({ thread, timer: setTimeout(() => void end(thread), IDLE_MS).unref() });
      job?.resolve(answer);
      next();
    });
    thread.on('error', (error) => fail(thread, error));
    thread.on('exit', (code) => fail(thread, new Error(`A forecast thread ended early with code ${code}.`)));
    return thread;
  };
  const fail = (thread: Worker, reason: unknown) => {
    const job = busy.get(thread);
    busy.delete(thread);
    forget(thread);
    job?.reject(isClosed ? closedError() : reason);
    next();
  };
  const forget = (thread: Worker) => {
    const place = idle.findIndex((rested) => rested.thread === thread);
    if (place >= 0) clearTimeout(idle.splice(place, 1)[0].timer);
  };
  const end = async (thread: Worker) => {
    forget(thread);
    await thread.terminate();
  };
  const abandon = (job: Job, reason: unknown) => {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    job.reject(reason);
    for (const [thread, doing] of busy) if (doing === job) void thread.terminate();
  };

  return {
    count,
    run: (kind, asked, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (isClosed) throw closedError();
        const onAbort = () => abandon(job, signal?.reason);
        const over = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            signal?.removeEventListener('abort', onAbort);
            settle(value);
          };
        };
        const job: Job = {
          message: { kind, asked },
          signal,
          resolve: over((answer: unknown) => resolve(asAnswer(answer, kind))),
          reject: over(reject),
        };
        signal?.addEventListener('abort', onAbort);
        waiting.push(job);
        next();
      }),
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(closedError());
      await Promise.all([...idle.map(({ thread }) => thread), ...busy.keys()].map(end));
    },
  };
}

function closedError(): ThreadsClosedError {
  return new ThreadsClosedError('The forecast threads were closed.');
}

/** Does the work of every item, `count` at a time, and gives the results in the order of the items; a failure begins no further one. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const left = [...items.entries()];
  const lane = async () => {
    for (let first = left.shift(); first !== undefined; first = left.shift()) {
      const [index, item] = first;
      try {
        results.set(index, await work(item));
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

/** Safe: a thread answers a job of a kind with what `JOBS` has for that kind. */
function asAnswer<Kind extends keyof Jobs>(answer: unknown, _kind: Kind): Jobs[Kind]['answer'] {
  return answer as Jobs[Kind]['answer'];
}
