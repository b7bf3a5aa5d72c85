import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { EndedJob } from '../telemetry/telemetry.ts';
import { runJob } from './run-job.ts';

async function run(work: () => Promise<void>, options: { requestId?: string; signal?: AbortSignal } = {}) {
  const lines: Record<string, unknown>[] = [];
  const ended: EndedJob[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const signal = options.signal ?? new AbortController().signal;
  const job = {
    id: '1',
    name: 'backfill',
    payload: { backfillId: '2' },
    requestId: options.requestId,
    signal,
  };
  const inJob = async (jobLog: pino.Logger) => {
    jobLog.info('at work');
    await work();
  };
  const failure = await runJob(job, inJob, { logger, onJob: (one) => ended.push(one) }).catch(String);
  return { lines, messages: lines.map(({ msg }) => msg), outcomes: ended.map((one) => one.outcome), failure };
}

test('every line of a job names it and the request that asked for it', async () => {
  const { lines, messages, outcomes } = await run(async () => {}, { requestId: 'r1' });
  assert.deepEqual(messages, ['job started', 'at work', 'job completed']);
  for (const { job, jobId, reqId } of lines) assert.deepEqual([job, jobId, reqId], ['backfill', '1', 'r1']);
  assert.deepEqual(outcomes, ['completed']);
});

test('what the schedule does by itself is logged as it fails', async () => {
  assert.deepEqual((await run(async () => {})).messages, ['at work']);
  const { messages, outcomes, failure } = await run(async () => {
    throw new Error('no luck');
  });
  assert.deepEqual([messages, outcomes, failure], [['at work', 'job failed'], ['failed'], 'Error: no luck']);
});

test('a job that a stop cuts short has not failed', async () => {
  const { messages, outcomes } = await run(() => Promise.reject(new Error('cut short')), {
    signal: AbortSignal.abort(),
  });
  assert.deepEqual([messages, outcomes], [['at work'], ['stopped']]);
});
