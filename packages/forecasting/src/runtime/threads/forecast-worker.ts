import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from './give-way.ts';
import { JOBS, type Jobs } from './thread-jobs.ts';

/** What a thread is sent: one job at a time. An error ends the thread, and reaches whoever asked as it is. */
export type Message = { [Kind in keyof Jobs]: { kind: Kind; asked: Jobs[Kind]['asked'] } }[keyof Jobs];

if (workerData === 'background') giveWay();

parentPort?.on('message', (data: unknown) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(answerOf(messageOf(data)));
});

function answerOf(message: Message): unknown {
  if (message.kind === 'horizon') return JOBS.horizon(message.asked);
  if (message.kind === 'intraday') return JOBS.intraday(message.asked);
  if (message.kind === 'learnPower') return JOBS.learnPower(message.asked);
  return JOBS.predictPower(message.asked);
}

/** Safe: this file is started by `createThreads` alone, which sends exactly this. */
function messageOf(data: unknown): Message {
  return data as Message;
}
