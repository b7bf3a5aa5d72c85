import { DAY_MS } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import {
  deleteAlertMessages,
  deleteAudit,
  deleteCalibration,
  deleteEvents,
  deleteExplanations,
  deleteIdempotentAnswers,
  deleteNotifications,
  deletePublications,
  type DeleteRows,
  deleteRuns,
  deleteSecurityEvents,
  deleteShadows,
  deleteUsage,
} from './delete-rows.ts';
import { forgetWaitingEntries } from '../../people/audit/audit-queue.ts';
import { AUDIT_WAITS_DAYS } from '../../people/audit/stream-audit.ts';
import { ANSWERS_KEPT_DAYS } from '../../people/access/answer-once.ts';
import type { Kept, RetentionDays } from '../../ground/config/retention-days.ts';

/** Instants that days count back from, epoch ms. */
export interface Present {
  /** Of notifications, mail and counts. */
  now: number;
  /** Of what is evidence: never far past the newest run, so that a clock that is wrong by years takes nothing away. */
  ofEvidence: number;
}

/** Rows of which kind, how long they are kept, and how many of them go in one transaction. */
interface Rows {
  name: string;
  /** A setting, or a number of days that is none. */
  kept: Kept | number;
  since: keyof Present;
  deleteRows: DeleteRows;
  atOnce: number;
}

/** Longer than a digest, quiet hours and all tries take. */
const ALERTS_WAIT_DAYS = 7;

/** A run of the day-ahead market has nine hundred rows. */
const ROWS: readonly Rows[] = [
  { name: 'events', kept: 'events', since: 'now', deleteRows: deleteEvents, atOnce: 100 },
  {
    name: 'notifications',
    kept: 'notifications',
    since: 'now',
    deleteRows: deleteNotifications,
    atOnce: 5000,
  },
  {
    name: 'alertMessages',
    kept: ALERTS_WAIT_DAYS,
    since: 'now',
    deleteRows: deleteAlertMessages,
    atOnce: 5000,
  },
  {
    name: 'idempotentAnswers',
    kept: ANSWERS_KEPT_DAYS,
    since: 'now',
    deleteRows: deleteIdempotentAnswers,
    atOnce: 5000,
  },
  { name: 'usage', kept: 'usage', since: 'ofEvidence', deleteRows: deleteUsage, atOnce: 5000 },
  { name: 'shadows', kept: 'shadows', since: 'ofEvidence', deleteRows: deleteShadows, atOnce: 2000 },
  {
    name: 'explanations',
    kept: 'explanations',
    since: 'ofEvidence',
    deleteRows: deleteExplanations,
    atOnce: 5000,
  },
  {
    name: 'calibration',
    kept: 'calibration',
    since: 'ofEvidence',
    deleteRows: deleteCalibration,
    atOnce: 500,
  },
  { name: 'runs', kept: 'runs', since: 'ofEvidence', deleteRows: deleteRuns, atOnce: 10 },
  { name: 'publications', kept: 'values', since: 'ofEvidence', deleteRows: deletePublications, atOnce: 5000 },
  {
    name: 'auditQueue',
    kept: AUDIT_WAITS_DAYS,
    since: 'now',
    deleteRows: forgetWaitingEntries,
    atOnce: 5000,
  },
  { name: 'audit', kept: 'audit', since: 'ofEvidence', deleteRows: deleteAudit, atOnce: 5000 },
  {
    name: 'securityEvents',
    kept: 'securityEvents',
    since: 'ofEvidence',
    deleteRows: deleteSecurityEvents,
    atOnce: 5000,
  },
];

/**
 * Deletes rows that are kept no longer, a few in each transaction, until none is left or `isOver` says that it is enough for now. Gives how
 * many of what were deleted.
 */
export async function forgetRows(
  db: Db,
  { days, present, isOver }: { days: RetentionDays; present: Present; isOver: () => boolean },
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const { name, kept, since, deleteRows, atOnce } of ROWS) {
    const before = present[since] - (typeof kept === 'number' ? kept : days[kept]) * DAY_MS;
    for (let count = atOnce; count >= atOnce && !isOver();) {
      count = await deleteRows(db, before, atOnce);
      if (count > 0) deleted[name] = (deleted[name] ?? 0) + count;
    }
  }
  return deleted;
}
