import { randomUUID } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import { arrayLiteral } from '../../ground/database/array-literal.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Notified when a transaction that wrote events or deliveries commits. */
export const OUTBOX_CHANNEL = 'lonja_outbox';

/** An event of the market, for every tenant that subscribes to the product, or of one tenant. */
export interface NewEvent {
  type: Exclude<EventType, 'ping'>;
  /** Undefined: of the market. */
  tenantId?: string;
  marketProductId: string;
  /** For `forecast.changed`: only tenants whose threshold is not above it are concerned. EUR/MWh. */
  maxChange: number | undefined;
  occurredAt: number;
  body: string;
}

/**
 * Takes the turn in which events are written, until the transaction ends: the order of their sequence is then the order of
 * their commits, so that a reader who goes on after the last event it saw misses none.
 */
export async function takeEventTurn(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('event', 0))`.execute(tx);
}

/** Writes an event and a delivery for each endpoint that subscribes to it. The caller has taken the event turn. */
export async function appendEvent(tx: Transaction<Database>, event: NewEvent): Promise<void> {
  await appendEvents(tx, [event], event.occurredAt);
}

/** The same for several at once, which all occurred at `occurredAt`. */
export async function appendEvents(
  tx: Transaction<Database>,
  events: readonly Omit<NewEvent, 'occurredAt'>[],
  occurredAt: number,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, tenantId, marketProductId, maxChange, body }) => ({
    id: randomUUID(),
    tenant_id: tenantId ?? null,
    type,
    market_product_id: marketProductId,
    max_change: maxChange ?? null,
    occurred_at: new Date(occurredAt),
    body,
  }));
  await tx.insertInto('event').values(rows).execute();
  const written = sql`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, created_at)
    select gen_random_uuid(), endpoint.tenant_id, endpoint.id, event.id, event.type, 'pending', event.occurred_at
    from event
    join webhook_endpoint as endpoint on event.tenant_id is null or endpoint.tenant_id = event.tenant_id
    join tenant on tenant.id = endpoint.tenant_id
    where event.id = any (${arrayLiteral(rows.map(({ id }) => id))}::uuid[])
      and endpoint.state = 'active'
      and event.type = any (endpoint.events)
      and split_part(event.market_product_id, '-', 1) = any (endpoint.market_ids)
      and event.market_product_id = any (tenant.products)
      and tenant.deactivated_at is null
      and (event.max_change is null or tenant.forecast_change_threshold <= event.max_change)
    -- One that is being deleted gets none; the run would fail with its delivery.
    for key share of endpoint`;
  await queueDeliveries(tx, written, occurredAt);
  await notifyOutbox(tx);
}

/** Wakes workers and streams once the transaction commits. */
export async function notifyOutbox(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}
