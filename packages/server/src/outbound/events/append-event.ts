import { randomUUID } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Notified when a transaction that wrote events or deliveries commits. */
export const OUTBOX_CHANNEL = 'lonja_outbox';

/** An event of the market, for every tenant that subscribes to the product. */
export interface NewEvent {
  type: Exclude<EventType, 'ping'>;
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
  const id = randomUUID();
  const occurredAt = new Date(event.occurredAt);
  const maxChange = event.maxChange ?? null;
  await tx
    .insertInto('event')
    .values({
      id,
      tenant_id: null,
      type: event.type,
      market_product_id: event.marketProductId,
      max_change: maxChange,
      occurred_at: occurredAt,
      body: event.body,
    })
    .execute();
  const written = sql`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, created_at)
    select gen_random_uuid(), endpoint.tenant_id, endpoint.id, ${id}::uuid, ${event.type}, 'pending',
      ${occurredAt}::timestamptz
    from webhook_endpoint as endpoint
    join tenant on tenant.id = endpoint.tenant_id
    where endpoint.state = 'active'
      and ${event.type} = any (endpoint.events)
      and split_part(${event.marketProductId}, '-', 1) = any (endpoint.market_ids)
      and ${event.marketProductId} = any (tenant.products)
      and tenant.deactivated_at is null
      and (${maxChange}::float8 is null or tenant.forecast_change_threshold <= ${maxChange}::float8)
    -- One that is being deleted gets none; the run would fail with its delivery.
    for key share of endpoint`;
  await queueDeliveries(tx, written, event.occurredAt);
  await notifyOutbox(tx);
}

/** Wakes workers and streams once the transaction commits. */
export async function notifyOutbox(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}
