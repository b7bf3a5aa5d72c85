import { findOldestPendingRun } from '../../desk/alerts/pending-runs.ts';
import type { Db } from '../../ground/database/database.ts';
import { type Check, warning } from './check.ts';

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
