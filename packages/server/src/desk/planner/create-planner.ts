import { Worker } from 'node:worker_threads';
import { InfeasiblePlanError, type Plan, type PlanProblem } from './plan-problem.ts';
import type { PlanReply, PlanRequest } from './planner-worker.ts';

/** Plans in threads of its own, so that no request waits for another one's plan. */
export interface Planner {
  /** Rejects with InfeasiblePlanError where no plan keeps to all limits. Callers bound how many they ask for at once. */
  plan(problem: PlanProblem): Promise<Plan>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(plan: Plan): void;
  reject(error: Error): void;
}

/** From so many processors on a long plan leaves one for the plans of others. */
const CORES_FOR_TWO = 4;

/** A planner of two threads where the processors allow it; a problem goes to the one for which fewer wait. */
export function createPlanner({ cores }: { cores: number }): Planner {
  const threads = Array.from({ length: cores >= CORES_FOR_TWO ? 2 : 1 }, createPlannerThread);
  return {
    plan: (problem) =>
      threads.reduce((least, thread) => (thread.waiting() < least.waiting() ? thread : least)).plan(problem),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** Plans one problem after the other. The thread with its solver starts with the first, and does not keep the process alive while nothing waits. */
function createPlannerThread(): Planner & { waiting(): number } {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let nextId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./planner-worker.ts', import.meta.url));
    started.on('message', (reply: PlanReply) => settle(started, reply));
    started.on('error', (error) => abandon(started, error));
    started.on('exit', (code) =>
      abandon(started, new Error(`The planner's thread ended with code ${code}.`)),
    );
    return started;
  }

  function settle(sender: Worker, reply: PlanReply): void {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) sender.unref();
    if ('plan' in reply) caller?.resolve(reply.plan);
    else caller?.reject('error' in reply ? reply.error : new InfeasiblePlanError());
  }

  /** What waited for a thread that has ended fails; the next problem starts another thread. */
  function abandon(ended: Worker, error: Error): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  }

  return {
    waiting: () => waiting.size,
    plan: (problem) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker ??= start();
        worker.ref();
        const request: PlanRequest = { id, problem };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(request);
      }),
    close: async () => {
      await worker?.terminate();
    },
  };
}
