import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { keepLastSuccess } from '../../outbound/webhooks/endpoints.ts';

/** Deletes at most `limit` rows of before an instant (epoch ms), in one short transaction, and gives how many that were. */
export type DeleteRows = (db: Db, before: number, limit: number) => Promise<number>;

/** Runs, with all that belongs to them. */
export const deleteRuns: DeleteRows = async (db, before, limit) => {
  const { numAffectedRows } = await sql`
    delete from forecast_run where id in (
      select id from forecast_run where issued_at < ${new Date(before)} order by issued_at limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
};

export const deleteCalibration: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'calibration_forecast', 'scheduled_for', before, limit);

export const deleteAudit: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'audit_entry', 'at', before, limit);

/** Of the audit, what changed nothing. */
export const deleteSecurityEvents: DeleteRows = async (db, before, limit) => {
  const { numAffectedRows } = await sql`
    delete from audit_entry where ctid = any(array(
      select ctid from audit_entry where at < ${new Date(before)} and split_part(action, '.', 1) in ('sign_in', 'credential')
      limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
};

export const deleteUsage: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'request_usage', 'day', before, limit);

export const deleteNotifications: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'notification', 'created_at', before, limit);

/** Alerts that a channel was paused for, or whose user is gone: those that are sent or given up are no longer there. */
export const deleteAlertMessages: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'alert_message', 'due_at', before, limit);

export const deleteIdempotentAnswers: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'idempotent_answer', 'created_at', before, limit);

/** Lines of the ledger of days before, which are not requested any more. */
export const deletePublications: DeleteRows = (db, before, limit) =>
  deleteWhere(db, 'publication', 'expected_at', before, limit);

export const deleteShadows: DeleteRows = (db, before, limit) => deleteOfRuns(db, 'shadow_run', before, limit);

export const deleteExplanations: DeleteRows = (db, before, limit) =>
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
