import { DAY_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Kept, RetentionDays } from '../../ground/config/retention-days.ts';
import type { Db } from '../../ground/database/database.ts';
import { keepLastSuccess } from '../../outbound/webhooks/endpoints.ts';
import { ANSWERS_KEPT_DAYS } from '../../people/access/answer-once.ts';
import { AUDIT_WAITS_DAYS, forgetWaitingEntries } from '../../people/audit/stream-audit.ts';

/** Deletes at most `limit` rows of before an instant (epoch ms), in one short transaction, and gives how many that were. */
type DeleteRows = (db: Db, before: number, limit: number) => Promise<number>;

/** Runs, with all that belongs to them. */
export const deleteRuns: DeleteRows = async (db, before, limit) => {
  const { numAffectedRows } = await sql`
    delete from forecast_run where id in (
      select id from forecast_run where issued_at < ${new Date(before)} order by issued_at limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
};

const deleteCalibration: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'calibration_forecast', 'scheduled_for', before, limit);

const deleteAudit: DeleteRows = (db, before, limit) => deleteWhere(db, 'audit_entry', 'at', before, limit);

/** Of the audit, what changed nothing. */
const deleteSecurityEvents: DeleteRows = async (db, before, limit) => {
  const { numAffectedRows } = await sql`
    delete from audit_entry where ctid = any(array(
      select ctid from audit_entry where at < ${new Date(before)} and split_part(action, '.', 1) in ('sign_in', 'credential')
      limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
};

const deleteUsage: DeleteRows = (db, before, limit) => deleteWhere(db, 'request_usage', 'day', before, limit);

const deleteNotifications: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'notification', 'created_at', before, limit);

/** Alerts that a channel was paused for, or whose user is gone: those that are sent or given up are no longer there. */
const deleteAlertMessages: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'alert_message', 'due_at', before, limit);

const deleteIdempotentAnswers: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'idempotent_answer', 'created_at', before, limit);

/** Lines of the ledger of days before, which are not requested any more. */
const deletePublications: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'publication', 'expected_at', before, limit);

const deleteShadows: DeleteRows = (db, before, limit) => deleteOfRuns(db, 'shadow_run', before, limit);

const deleteExplanations: DeleteRows = (db, before, limit) =>
  deleteOfRuns(db, 'forecast_contribution', before, limit);

/** Events, with their deliveries. Of an endpoint whose last success goes with them the instant is kept. */
export const deleteEvents: DeleteRows = (db, before, limit) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from event where occurred_at < ${new Date(before)} order by occurred_at limit ${limit}`.execute(
      tx,
    );
    const ids = sql`any(${rows.map(({ id }) => id)}::uuid[])`;
    await keepLastSuccess(tx, sql`delivery.event_id = ${ids}`);
    await sql`delete from event where id = ${ids}`.execute(tx);
    return rows.length;
  });

/** Physical places are good for one statement: no other key serves all of these tables. */
async function deleteWhere(
  db: Db,
  table: string,
  column: string,
  before: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${new Date(before)} limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Rows that belong to runs issued before an instant; the runs stay. */
async function deleteOfRuns(db: Db, table: string, before: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select part.ctid from forecast_run as run join ${sql.table(table)} as part on part.run_id = run.id
      where run.issued_at < ${new Date(before)} limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
}

/** Instants that days count back from, epoch ms. */
interface Present {
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
