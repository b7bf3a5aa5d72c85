import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '@lonja/forecasting/market';
import type { WhatIf, WhatIfRequest, WhatIfs } from '../../forecasts/what-if/record.ts';
import { AppError } from '../../ground/errors.ts';
import type { WhatIfAnswer, WhatIfMessage, WhatIfThreadSettings } from './what-if-thread.ts';

interface Job {
  request: WhatIfRequest;
  resolve(whatIf: WhatIf): void;
  reject(reason: unknown): void;
}

/** What-ifs in a thread that can be kept ready for the next one. */
export interface ThreadedWhatIfs extends WhatIfs {
  /** Has the models of a run that came since fitted ahead, where a thread is there and as soon as it has nothing else to do; `now` in epoch ms. */
  renew(now: number): void;
}

export interface WhatIfsOptions {
  /** Answers that are waited for beyond which further ones are refused. */
  mostWaiting?: number;
  /** How long an answer is waited for before the caller is told to come again. */
  patienceMs?: number;
  /** How long a thread without work keeps its models. */
  idleMs?: number;
}

const PROGRAM = new URL('./what-if-thread.ts', import.meta.url);
/** Models, the rows that they are fitted to, and the past forecasts of two runs. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const RETRY_S = '5';

/**
 * A thread that makes what-ifs, one at a time, started with the first of them. It keeps the models of the run that was asked last, so that no answer but
 * the first waits for them, until nobody has asked for two hours. An answer that is not there in time is made nonetheless, for whoever asks next.
 */
export function createWhatIfs(
  settings: WhatIfThreadSettings,
  { mostWaiting = 8, patienceMs = 12_000, idleMs = 120 * MINUTE_MS }: WhatIfsOptions = {},
): ThreadedWhatIfs {
  const waiting: Job[] = [];
  let thread: Worker | undefined;
  let doing: Job | 'renewal' | undefined;
  let renewAt: number | undefined;
  let idle: NodeJS.Timeout | undefined;
  let restAt = 0;

  function start(): Worker {
    const started = new Worker(PROGRAM, { resourceLimits: RESOURCE_LIMITS, workerData: settings });
    started.unref();
    started.on('message', (answer: WhatIfAnswer) => settle(answer));
    started.on('error', (error) => abandon(started, error));
    started.on('exit', (code) =>
      abandon(started, new Error(`The thread of what-ifs ended with code ${code}.`)),
    );
    return started;
  }

  function next(): void {
    if (doing !== undefined) return;
    clearTimeout(idle);
    const job = waiting.shift();
    if (job !== undefined) {
      doing = job;
      restAt = performance.now() + idleMs;
      thread ??= start();
      tell(thread, { request: job.request });
    } else if (renewAt !== undefined && thread !== undefined) {
      doing = 'renewal';
      tell(thread, { renewAt });
      renewAt = undefined;
    } else idle = setTimeout(() => void rest(), restAt - performance.now()).unref();
  }

  async function rest(): Promise<void> {
    const resting = thread;
    thread = undefined;
    await resting?.terminate();
  }

  function settle(answer: WhatIfAnswer): void {
    const job = doing;
    doing = undefined;
    if (typeof job === 'object' && 'whatIf' in answer) job.resolve(answer.whatIf);
    if (typeof job === 'object' && 'refusal' in answer) job.reject(refusalOf(answer.refusal));
    next();
  }

  function abandon(ended: Worker, cause: Error): void {
    if (thread !== ended) return;
    thread = undefined;
    if (typeof doing === 'object') doing.reject(comeAgain('The service failed to answer', cause));
    doing = undefined;
    next();
  }

  return {
    async make(request) {
      if (waiting.length >= mostWaiting) throw comeAgain('Others wait for what-ifs already');
      const { promise, resolve, reject } = Promise.withResolvers<WhatIf>();
      const job: Job = { request, resolve, reject };
      const timer = setTimeout(() => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        reject(comeAgain('The models of the current forecast are still being fitted, or others ask too'));
      }, patienceMs);
      waiting.push(job);
      next();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
      }
    },
    renew(now) {
      if (thread === undefined) return;
      renewAt = now;
      next();
    },
    async close() {
      clearTimeout(idle);
      await rest();
    },
  };
}

function tell(thread: Worker, message: WhatIfMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(message);
}

function refusalOf({
  code,
  message,
  faults,
}: Extract<WhatIfAnswer, { refusal: unknown }>['refusal']): AppError {
  return new AppError(code, message, faults === undefined ? {} : { faults });
}

function comeAgain(why: string, cause?: Error): AppError {
  return new AppError('unavailable', `${why}; try again in ${RETRY_S} seconds.`, {
    cause,
    headers: { 'Retry-After': RETRY_S },
  });
}
