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
