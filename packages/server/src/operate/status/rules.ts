import { z } from 'zod';
import type { Clock } from '../../ground/timing/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { appendAudit, type AuditActor } from '../../people/audit/audit.ts';
import { type Db, inTransaction } from '../../ground/database/database.ts';
import { findIncident, type Incident, insertIncident, insertIncidentUpdate, lockIncident } from './store.ts';
import type { IncidentState } from '../../ground/database/support-schema.ts';
import type { Component } from './measure-components.ts';

/** So many updates an incident may have: the page shows them all. */
const MOST_UPDATES = 100;

interface NewIncident {
  title: string;
  components: Component[];
  state: IncidentState;
  body: string;
}

/** Writes an incident with its first update. */
export async function openIncident(
  { db, clock }: { db: Db; clock: Clock },
  { title, components, state, body }: NewIncident,
  actor: AuditActor,
): Promise<Incident> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const at = new Date(now);
    const id = await insertIncident(tx, { title, components: [...new Set(components)], started_at: at });
    await insertIncidentUpdate(tx, id, { state, body, at });
    await audit(tx, 'incident.opened', { id, state, title, actor, now });
    return getIncident(tx, id);
  });
}

/** Appends an update; what was said before stays. An incident that is resolved can be taken up again. */
export async function updateIncident(
  { db, clock }: { db: Db; clock: Clock },
  { id, state, body }: { id: string; state: IncidentState; body: string },
  actor: AuditActor,
): Promise<Incident> {
  return inTransaction(db, async (tx) => {
    await getIncident(tx, id);
    await lockIncident(tx, id);
    const { title, updates } = await getIncident(tx, id);
    if (updates.length >= MOST_UPDATES) {
      throw new AppError('conflict', `The incident has ${MOST_UPDATES} updates; open another one.`);
    }
    const now = clock.now();
    await insertIncidentUpdate(tx, id, { state, body, at: new Date(now) });
    await audit(tx, 'incident.updated', { id, state, title, actor, now });
    return getIncident(tx, id);
  });
}

const Id = z.uuid();

async function getIncident(db: Db, id: string): Promise<Incident> {
  const incident = Id.safeParse(id).success ? await findIncident(db, id) : undefined;
  if (incident === undefined) throw new AppError('not_found', 'There is no incident with this id.');
  return incident;
}

async function audit(
  tx: Db,
  action: 'incident.opened' | 'incident.updated',
  {
    id,
    state,
    title,
    actor,
    now,
  }: { id: string; state: IncidentState; title: string; actor: AuditActor; now: number },
): Promise<void> {
  const target = { type: 'incident', id };
  await appendAudit(tx, { tenantId: undefined, actor, action, target, details: { title, state }, now });
}
