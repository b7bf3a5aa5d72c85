import { type RawBuilder, sql, type Transaction } from 'kysely';
import { arrayLiteral } from '../../ground/database/arrays.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';

/** Deliveries of an event that one transaction writes: a run is published no later however many endpoints want it. */
const PART = 2000;
/** Before the ids of all endpoints. */
const FIRST = '00000000-0000-0000-0000-000000000000';

interface EventPart {
  eventId: string;
  /** Its deliveries go to endpoints after this one, by their ids. */
  after: string;
}

interface Wanted {
  eventId: string;
  endpointId: string;
}

/**
 * Writes deliveries of new events to the endpoints that subscribe to them. Of an event that more than `PART` endpoints want, the others
 * are written by `continueFanOut`, since what is left of it is stored in the same transaction.
 */
export async function beginFanOut(
  tx: Transaction<Database>,
  eventIds: readonly string[],
  occurredAt: number,
): Promise<void> {
  const parts = eventIds.map((eventId) => ({ eventId, after: FIRST }));
  const left = await writeParts(tx, parts, occurredAt, sql`true`);
  if (left.length === 0) return;
  await tx
    .insertInto('event_fan_out')
    .values(left.map(({ eventId, after }) => ({ event_id: eventId, after_endpoint_id: after })))
    .execute();
}

/** Writes the next deliveries of the oldest event of which some are left, and says whether there was one. */
export async function continueFanOut(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<EventPart & { occurredAt: Date }>`
      select event_id as "eventId", after_endpoint_id as after, event.occurred_at as "occurredAt"
      from event_fan_out join event on event.id = event_id
      order by event.sequence limit 1
      for update of event_fan_out skip locked`.execute(tx);
    const part = rows[0];
    if (part === undefined) return false;
    // An endpoint that was registered meanwhile is told of later events.
    const isOld = sql`endpoint.created_at <= event.occurred_at`;
    const [left] = await writeParts(tx, [part], part.occurredAt.getTime(), isOld);
    if (left === undefined) {
      await tx.deleteFrom('event_fan_out').where('event_id', '=', part.eventId).execute();
    } else {
      await tx
        .updateTable('event_fan_out')
        .set({ after_endpoint_id: left.after })
        .where('event_id', '=', part.eventId)
        .execute();
    }
    return true;
  });
}

/** Writes the next deliveries of each event and gives the events that more endpoints may want. */
async function writeParts(
  tx: Transaction<Database>,
  parts: readonly EventPart[],
  occurredAt: number,
  condition: RawBuilder<unknown>,
): Promise<EventPart[]> {
  const endpoints = sql`
    select endpoint.id
    from webhook_endpoint as endpoint
    join tenant on tenant.id = endpoint.tenant_id
    where endpoint.id > part.after
      and endpoint.state = 'active'
      and event.type = any (endpoint.events)
      and split_part(event.market_product_id, '-', 1) = any (endpoint.market_ids)
      and event.market_product_id = any (tenant.products)
      and tenant.deactivated_at is null
      and (event.max_change is null or tenant.forecast_change_threshold <= event.max_change)
      and ${condition}`;
  const { rows: wanted } = await sql<Wanted>`
    select part.event_id as "eventId", wanted.id as "endpointId"
    from unnest(
      ${arrayLiteral(parts.map(({ eventId }) => eventId))}::uuid[],
      ${arrayLiteral(parts.map(({ after }) => after))}::uuid[]
    ) as part (event_id, after)
    join event on event.id = part.event_id
    cross join lateral (
      ${endpoints} and event.tenant_id is null
      union all
      ${endpoints} and endpoint.tenant_id = event.tenant_id
      order by id
      limit ${PART}
    ) as wanted`.execute(tx);
  if (wanted.length === 0) return [];
  await queueDeliveries(
    tx,
    sql`
      insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, created_at)
      select gen_random_uuid(), endpoint.tenant_id, endpoint.id, event.id, event.type, 'pending', event.occurred_at
      from unnest(
        ${arrayLiteral(wanted.map(({ eventId }) => eventId))}::uuid[],
        ${arrayLiteral(wanted.map(({ endpointId }) => endpointId))}::uuid[]
      ) as wanted (event_id, endpoint_id)
      join event on event.id = wanted.event_id
      join webhook_endpoint as endpoint on endpoint.id = wanted.endpoint_id
      -- One that is being deleted gets none; the run would fail with its delivery.
      for key share of endpoint
      -- Its owner asked for what was missed before it was written.
      on conflict (event_id, endpoint_id) do nothing`,
    occurredAt,
  );
  return [...Map.groupBy(wanted, ({ eventId }) => eventId)].flatMap(([eventId, ofEvent]) => {
    const last = ofEvent.at(-1);
    return last === undefined || ofEvent.length < PART ? [] : [{ eventId, after: last.endpointId }];
  });
}

/**
 * Writes deliveries by a statement that inserts or updates them, and makes each of them due at an instant with a whole schedule of
 * attempts before it. Gives how many there are.
 */
export async function queueDeliveries(
  tx: Transaction<Database>,
  written: RawBuilder<unknown>,
  dueAt: number,
): Promise<number> {
  const result = await sql`
    with written as (${written} returning id, tenant_id, endpoint_id, event_id, event)
    insert into webhook_queue (delivery_id, tenant_id, endpoint_id, event_id, event, due_at)
    select id, tenant_id, endpoint_id, event_id, event, ${new Date(dueAt)}::timestamptz from written
    on conflict (delivery_id) do update set ticket = default, step = 0, due_at = excluded.due_at`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Fails what waits for some endpoints, given by a condition on `endpoint` and on the `queue`. */
export async function failWaiting(db: Db, condition: RawBuilder<unknown>, now: number): Promise<void> {
  await sql`
    with gone as (
      delete from webhook_queue as queue using webhook_endpoint as endpoint
      where endpoint.tenant_id = queue.tenant_id and endpoint.id = queue.endpoint_id and ${condition}
      returning queue.delivery_id
    )
    update webhook_delivery set state = 'failed', completed_at = ${new Date(now)}
    where id in (select delivery_id from gone)`.execute(db);
}
