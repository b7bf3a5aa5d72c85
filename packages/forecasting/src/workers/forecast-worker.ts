import { parentPort, workerData } from 'node:worker_threads';
import { installMarkets } from '../market/installed-markets.ts';
import type { Market } from '../market/market.ts';
import { giveWay } from './give-way.ts';
import { type JobFunctions, type Jobs, createJobs } from './thread-jobs.ts';

/** What a thread is started with. */
export interface ThreadData {
  priority: 'usual' | 'background';
  /** Those of the program that starts it. */
  markets: readonly Market[];
}

/** What a thread is sent: one job at a time. An error ends the thread, and reaches the caller as it is. */
export type Message = { [Kind in keyof Jobs]: { kind: Kind; asked: Jobs[Kind]['asked'] } }[keyof Jobs];

const { priority, markets }: ThreadData = workerData;
if (priority === 'background') giveWay();
installMarkets(markets);
serve();

/** Answers one job after the other. */
function serve(): void {
  const jobs = createJobs();
  parentPort?.on('message', (data: unknown) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    parentPort?.postMessage(answerOf(jobs, messageOf(data)));
  });
}

function answerOf(jobs: JobFunctions, message: Message): unknown {
  if (message.kind === 'horizon') return jobs.horizon(message.asked);
  if (message.kind === 'completion') return jobs.completion(message.asked);
  if (message.kind === 'intraday') return jobs.intraday(message.asked);
  if (message.kind === 'fitZone') return jobs.fitZone(message.asked);
  if (message.kind === 'zone') return jobs.zone(message.asked);
  if (message.kind === 'learnPower') return jobs.learnPower(message.asked);
  return jobs.predictPower(message.asked);
}

/** Safe: this file is started by `createThreads` alone, which sends exactly this. */
function messageOf(data: unknown): Message {
  return data as Message;
}
