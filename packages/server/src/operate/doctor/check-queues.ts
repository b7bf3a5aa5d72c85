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
