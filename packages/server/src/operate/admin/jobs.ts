import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { JobBoard, JobRecord, JobState } from '../../ground/jobs/job-board.ts';
import { hideSecrets } from '../../ground/secrets/hide-secrets.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit } from '../../people/audit/audit.ts';

const STATES: readonly JobState[] = ['waiting', 'retrying', 'active', 'completed', 'failed', 'cancelled'];

export interface QueueOverview {
  name: string;
  counts: Record<JobState, number>;
  /** When the oldest of those that wait was queued, epoch ms. */
  oldestWaitingAt: number | undefined;
}

/** Every queue with its counts, and the failed jobs of one queue or of all, the newest first. */
export async function listJobs(
  board: JobBoard,
  query: { queue: string | undefined; offset: number; limit: number },
): Promise<{ queues: QueueOverview[]; failed: JobRecord[]; total: number }> {
  const jobs = await board.list();
  const failed = failedJobs(jobs, query.queue);
  return {
    queues: board.queues.map((name) =>
      overviewOf(
        name,
        jobs.filter(({ queue }) => queue === name),
      ),
    ),
    failed: failed.slice(query.offset, query.offset + query.limit),
    total: failed.length,
  };
}

/** The newest first. */
function failedJobs(jobs: readonly JobRecord[], queue: string | undefined): JobRecord[] {
  return jobs
    .filter((job) => job.state === 'failed' && (queue === undefined || job.queue === queue))
    .sort((a, b) => (b.finishedAt ?? b.createdAt) - (a.finishedAt ?? a.createdAt));
}

function overviewOf(name: string, jobs: readonly JobRecord[]): QueueOverview {
  const countOf = (state: JobState) => jobs.filter((job) => job.state === state).length;
  const [waiting, retrying, active, completed, failed, cancelled] = STATES.map(countOf);
  const waitingSince = jobs.filter(({ state }) => state === 'waiting').map(({ createdAt }) => createdAt);
  return {
    name,
    counts: { waiting, retrying, active, completed, failed, cancelled },
    oldestWaitingAt: waitingSince.length === 0 ? undefined : Math.min(...waitingSince),
  };
}

/** Queues one failed job again. */
export async function retryJob(
  context: IdentityContext,
  principal: Principal,
  board: JobBoard,
  { id, requestId }: { id: string; requestId: string },
): Promise<JobRecord> {
  const jobs = await board.list();
  const job = jobs.find((known) => known.id === id);
  if (job === undefined) throw new AppError('not_found', 'There is no job with this id.');
  if (job.state !== 'failed')
    throw new AppError('conflict', `The job is ${job.state}; only failed jobs are retried.`);
  if (isQueuedAgain(jobs, job)) {
    throw new AppError('conflict', 'The same work is queued again already.');
  }
  await context.db.transaction().execute(async (tx) => {
    if (!(await retryAudited(tx, { context, principal, board, requestId }, job))) {
      throw new AppError('conflict', 'The job was retried just now.');
    }
  });
  return { ...job, state: 'retrying', finishedAt: undefined };
}

/** Queues the failed jobs of one queue or of all again, except those whose work is queued already. Gives how many of each there were. */
export async function retryFailedJobs(
  context: IdentityContext,
  principal: Principal,
  board: JobBoard,
  { queue, requestId }: { queue: string | undefined; requestId: string },
): Promise<{ retried: number; skipped: number }> {
  const jobs = await board.list();
  const failed = failedJobs(jobs, queue);
  const begun: JobRecord[] = [];
  await context.db.transaction().execute(async (tx) => {
    for (const job of failed) {
      if (isQueuedAgain([...jobs.filter(({ state }) => state !== 'failed'), ...begun], job)) continue;
      if (await retryAudited(tx, { context, principal, board, requestId }, job))
        begun.push({ ...job, state: 'retrying' });
    }
  });
  return { retried: begun.length, skipped: failed.length - begun.length };
}

/** Whether other work of the same queue and key waits or runs. */
function isQueuedAgain(jobs: readonly JobRecord[], job: JobRecord): boolean {
  return jobs.some(
    ({ queue, key, state }) =>
      queue === job.queue && key === job.key && ['waiting', 'retrying', 'active'].includes(state),
  );
}

async function retryAudited(
  tx: Db,
  {
    context,
    principal,
    board,
    requestId,
  }: { context: IdentityContext; principal: Principal; board: JobBoard; requestId: string },
  job: JobRecord,
): Promise<boolean> {
  if (!(await board.retry(tx, job, requestId))) return false;
  await appendAudit(tx, {
    tenantId: principal.tenantId,
    actor: operatorOf(principal),
    action: 'job.retried',
    target: { type: 'job', id: job.id },
    details: { queue: job.queue },
    now: context.clock.now(),
  });
  return true;
}

const MAX_LENGTH = 500;

/** The first line of an error's message for people, without what can be a secret, at most 500 characters. */
export function redact(message: string): string {
  const [line] = message.split('\n', 1);
  const safe = hideSecrets(line);
  return safe.length <= MAX_LENGTH ? safe : `${safe.slice(0, MAX_LENGTH - 1)}…`;
}
