import type { JobBoard, JobRecord, JobState } from '../../ground/jobs/job-board-contract.ts';

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
export function failedJobs(jobs: readonly JobRecord[], queue: string | undefined): JobRecord[] {
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
