import type { Db } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { IncidentState } from '../../ground/database/support-schema.ts';

interface IncidentUpdate {
  state: IncidentState;
  body: string;
  /** Epoch ms. */
  at: number;
}

export interface Incident {
  id: string;
  title: string;
  components: string[];
  /** Epoch ms. */
  startedAt: number;
  /** The newest first; never empty. */
  updates: IncidentUpdate[];
}

export async function insertIncident(
  tx: Db,
  { title, components, startedAt }: Pick<Incident, 'title' | 'components' | 'startedAt'>,
): Promise<string> {
  const id = orderedId();
  await tx
    .insertInto('incident')
    .values({ id, title, components, started_at: new Date(startedAt) })
    .execute();
  return id;
}

export async function insertIncidentUpdate(
  tx: Db,
  incidentId: string,
  { state, body, at }: IncidentUpdate,
): Promise<void> {
  await tx
    .insertInto('incident_update')
    .values({ id: orderedId(), incident_id: incidentId, state, body, at: new Date(at) })
    .execute();
}

/** The newest first. */
export async function listIncidents(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ incidents: Incident[]; total: number }> {
  const rows = await db
    .selectFrom('incident')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom('incident')
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { incidents: await withUpdates(db, rows), total: Number(total) };
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

async function withUpdates(
  db: Db,
  rows: readonly { id: string; title: string; components: string[]; started_at: Date }[],
): Promise<Incident[]> {
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
  return rows.map(({ id, title, components, started_at }) => ({
    id,
    title,
    components,
    startedAt: started_at.getTime(),
    updates: (byIncident.get(id) ?? []).map(({ state, body, at }) => ({ state, body, at: at.getTime() })),
  }));
}
