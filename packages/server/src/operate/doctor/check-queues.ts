import { findOldestPendingRun } from '../../desk/alerts/pending-runs.ts';
import type { Db } from '../../ground/database/database.ts';
import { countJobs, hasQueue } from '../telemetry/job-counts.ts';
import { type Check, ok, warning } from './check.ts';

/** A worker asks each queue every few seconds, and is woken besides. */
const LONGEST_WAIT_S = 60;

/** Whether jobs wait that nobody takes: none of their queue is under way. */
export async function checkQueues(db: Db): Promise<Check[]> {
  if (!(await hasQueue(db))) return [];
  const { counts, waiting } = await countJobs(db);
  const busy = new Set(counts.filter(({ state }) => state === 'active').map(({ name }) => name));
  const left = waiting.filter(({ name, oldestS }) => oldestS > LONGEST_WAIT_S && !busy.has(name));
  if (left.length === 0) return [ok('queues', 'queues_ok', 'no job waits for a worker that asks')];
  const text = left.map(({ name, oldestS }) => `${name} for ${Math.round(oldestS)} s`).join(', ');
  return [
    warning(
      'queues',
      'jobs_wait',
      `jobs wait that no worker takes: ${text}`,
      'see whether a worker runs and can reach the database, and its log',
    ),
  ];
}

/** Rules are held against a run within seconds of its publication. */
const LONGEST_WAIT_MS = 5 * 60_000;

/** Whether a published run waits for its alert rules; `now` is epoch ms by the service's clock. */
export async function checkAlerts(db: Db, now: number): Promise<Check[]> {
  const oldestAt = await findOldestPendingRun(db);
  if (oldestAt === undefined || now - oldestAt <= LONGEST_WAIT_MS) return [];
  const minutes = Math.floor((now - oldestAt) / 60_000);
  return [
    warning(
      'alerts',
      'alerts_not_evaluated',
      `alert rules have not been held against a run of ${minutes} minutes ago`,
      'see whether a worker runs, and its log for "alert rules could not be held"',
    ),
  ];
}
