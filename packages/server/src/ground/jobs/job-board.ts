import { sql } from 'kysely';
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { Db } from '../database/database.ts';

export type JobState = 'waiting' | 'retrying' | 'active' | 'completed' | 'failed' | 'cancelled';

/** A job as the queue holds it. Instants are epoch ms. */
export interface JobRecord {
  id: string;
  queue: string;
  /** Jobs of one key are never queued twice at the same time. */
  key: string | undefined;
  state: JobState;
  payload: unknown;
  /** How often it was begun. */
  attempts: number;
  /** What the last attempt died of, as it was thrown. */
  error: string | undefined;
  createdAt: number;
  finishedAt: number | undefined;
}

/** What is queued, for those who run the platform. */
export interface JobBoard {
  queues: readonly string[];
  /** All jobs that are kept: those under way, and finished ones for a while. */
  list(): Promise<JobRecord[]>;
  /**
   * Queues a failed job again, in the caller's transaction, and notes the request that asked for it. False where it is not failed (any
   * more).
   */
  retry(tx: Db, job: Pick<JobRecord, 'queue' | 'id'>, requestId: string): Promise<boolean>;
}

/** For an API that runs without queues. */
export const NO_JOBS: JobBoard = { queues: [], list: async () => [], retry: async () => false };

const STATES: Record<JobWithMetadata['state'], JobState> = {
  created: 'waiting',
  retry: 'retrying',
  active: 'active',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** The jobs of pg-boss's queues. */
export function createJobBoard(boss: PgBoss, queues: readonly string[]): JobBoard {
  return {
    queues,
    async list() {
      const jobs = await Promise.all(queues.map((queue) => boss.findJobs<object>(queue)));
      return jobs.flat().map(toRecord);
    },
    async retry(tx, { queue, id }, requestId) {
      const response = await boss.retry(queue, id, { db: fromKysely(tx) });
      if (!('affected' in response) || response.affected !== 1) return false;
      const origin = JSON.stringify({ requestId });
      await sql`update pgboss.job set data = coalesce(data, '{}') || ${origin}::jsonb
        where name = ${queue} and id = ${id}`.execute(tx);
      return true;
    },
  };
}

function toRecord(job: JobWithMetadata): JobRecord {
  return {
    id: job.id,
    queue: job.name,
    key: job.singletonKey ?? undefined,
    state: STATES[job.state],
    payload: job.data,
    attempts: job.state === 'created' ? 0 : job.retryCount + 1,
    error: messageOf(job.output),
    createdAt: job.createdOn.getTime(),
    finishedAt: job.completedOn?.getTime(),
  };
}

/** pg-boss keeps a thrown error as an object, and what completed jobs gave in the same place. */
function messageOf(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null || !('message' in output)) return undefined;
  return String(output.message);
}
