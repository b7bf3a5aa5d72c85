import type { Db } from '../../ground/database/database.ts';
import { readPage } from '../../ground/database/read-page.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { IncidentTable, IncidentUpdateTable } from '../../ground/database/support-schema.ts';

type IncidentUpdate = Pick<IncidentUpdateTable, 'state' | 'body' | 'at'>;

/** An incident by the names of its columns. */
export interface Incident extends IncidentTable {
  /** The newest first; never empty. */
  updates: IncidentUpdate[];
}

export async function insertIncident(tx: Db, incident: Omit<IncidentTable, 'id'>): Promise<string> {
  const id = orderedId();
  await tx
    .insertInto('incident')
    .values({ id, ...incident })
    .execute();
  return id;
}

export async function insertIncidentUpdate(
  tx: Db,
  incidentId: string,
  update: IncidentUpdate,
): Promise<void> {
  await tx
    .insertInto('incident_update')
    .values({ id: orderedId(), incident_id: incidentId, ...update })
    .execute();
}

/** The newest first. */
export async function listIncidents(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ incidents: Incident[]; total: number }> {
  const all = db.selectFrom('incident').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc');
  const { rows, total } = await readPage(all, page);
  return { incidents: await withUpdates(db, rows), total };
}

export async function findIncident(db: Db, id: string): Promise<Incident | undefined> {
  const rows = await db.selectFrom('incident').selectAll().where('id', '=', id).execute();
  const [incident] = await withUpdates(db, rows);
  return incident;
}

/** Held until the transaction ends, so that updates come one after the other. */
export async function lockIncident(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('incident').select('id').where('id', '=', id).forUpdate().execute();
}

async function withUpdates(db: Db, rows: readonly IncidentTable[]): Promise<Incident[]> {
  if (rows.length === 0) return [];
  const updates = await db
    .selectFrom('incident_update')
    .selectAll()
    .where(
      'incident_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const byIncident = Map.groupBy(updates, ({ incident_id }) => incident_id);
  return rows.map((row) => ({ ...row, updates: byIncident.get(row.id) ?? [] }));
}
