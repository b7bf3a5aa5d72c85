import { randomUUID } from 'node:crypto';
import { type Selectable, type Transaction, sql } from 'kysely';
import { readPage } from '../../ground/database/read-page.ts';
import type { Db } from '../../ground/database/database.ts';
import { toCodes } from '../../ground/http/reason-fields.ts';
import { storedReasons } from '../../ground/reasons/reasons.ts';
import { notifyOutbox } from '../events/append-event.ts';
import { eventBody } from '../events/event-body.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType, StoredAttempt, WebhookDeliveryTable } from '../../ground/database/webhook-schema.ts';
import { keepLastSuccess } from './endpoints.ts';
import { failWaiting, queueDeliveries } from '../events/fan-out.ts';

/** An attempt as it is shown. */
export interface Attempt extends Omit<StoredAttempt, 'error_codes'> {
  error_codes: ReturnType<typeof toCodes>;
}

export interface DeliveryFilter {
  endpointId: string;
  state?: WebhookDeliveryTable['state'] | undefined;
  event?: EventType | undefined;
  /** Creation, `[from, to)` in epoch ms. */
  from?: number | undefined;
  to?: number | undefined;
}

const COLUMNS = [
  'id',
  'endpoint_id',
  'event_id',
  'event',
  'state',
  'attempts',
  'last_status',
  'created_at',
  'completed_at',
] as const;

/** A delivery without its attempts, by the names of its columns. */
export type WebhookDelivery = Pick<Selectable<WebhookDeliveryTable>, (typeof COLUMNS)[number]> & {
  next_attempt_at: Date | null;
};

/** What the log of a delivery's attempts is made of. */
export const ATTEMPT_COLUMNS = [
  'last_attempt_at',
  'last_status',
  'last_duration_ms',
  'last_error',
  'last_error_codes',
  'last_excerpt',
  'earlier_attempts',
] as const;

const NEXT_ATTEMPT =
  sql<Date | null>`(select due_at from webhook_queue where delivery_id = webhook_delivery.id)`.as(
    'next_attempt_at',
  );

/** A page of an endpoint's deliveries, the newest first, and how many there are in all. */
export async function listDeliveries(
  tx: Transaction<Database>,
  filter: DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  const { state, event, from, to } = filter;
  const newestFirst = tx
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .select(NEXT_ATTEMPT)
    .where('endpoint_id', '=', filter.endpointId)
    .$if(state !== undefined, (some) => some.where('state', '=', state ?? 'pending'))
    .$if(event !== undefined, (some) => some.where('event', '=', event ?? 'ping'))
    .$if(from !== undefined, (some) => some.where('created_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (some) => some.where('created_at', '<', new Date(to ?? 0)))
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const { rows: deliveries, total } = await readPage(newestFirst, page);
  return { deliveries, total };
}

export async function findDelivery(
  tx: Transaction<Database>,
  endpointId: string,
  id: string,
): Promise<(WebhookDelivery & { attempt_log: Attempt[] }) | undefined> {
  const row = await tx
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .select(ATTEMPT_COLUMNS)
    .select(NEXT_ATTEMPT)
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, attempt_log: attemptLogOf(row) };
}

/** The attempts that are kept, oldest first. */
export function attemptLogOf(
  row: Pick<Selectable<WebhookDeliveryTable>, (typeof ATTEMPT_COLUMNS)[number]>,
): Attempt[] {
  if (row.last_attempt_at === null) return row.earlier_attempts.map(toAttempt);
  const last = {
    at: row.last_attempt_at.toISOString(),
    status: row.last_status,
    duration_ms: row.last_duration_ms ?? 0,
    error: row.last_error,
    error_codes: row.last_error_codes,
    response_excerpt: row.last_excerpt,
  };
  return [...row.earlier_attempts, last].map(toAttempt);
}

function toAttempt({ error_codes: codes = null, ...attempt }: StoredAttempt): Attempt {
  return { ...attempt, error_codes: toCodes(storedReasons(attempt.error, codes)) };
}

/** Makes a delivery due now, with a whole schedule of attempts before it. Its id stays. */
export async function queueAgain(tx: Transaction<Database>, id: string, now: number): Promise<void> {
  await keepLastSuccess(tx, sql`delivery.id = ${id}`);
  const written = sql`update webhook_delivery set state = 'pending', completed_at = null where id = ${id}`;
  await queueDeliveries(tx, written, now);
  await notifyOutbox(tx);
}

/**
 * Queues every event of `[from, to)` that the endpoint asks for and the tenant subscribes to: again under its old id where
 * there is a delivery of it, otherwise as a new one. Those still under way are left alone. Gives how many were queued.
 */
export async function queueReplay(
  tx: Transaction<Database>,
  replay: {
    tenantId: string;
    endpointId: string;
    from: number;
    to: number;
    /** The newest so many; undefined: all. */
    most: number | undefined;
    now: number;
  },
): Promise<number> {
  await keepLastSuccess(tx, sql`delivery.endpoint_id = ${replay.endpointId}`);
  const written = sql`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, created_at)
    select gen_random_uuid(), tenant_id, endpoint_id, event_id, type, 'pending', ${new Date(replay.now)}::timestamptz
    from (
      select endpoint.tenant_id, endpoint.id as endpoint_id, event.id as event_id, event.type, event.sequence
      from webhook_endpoint as endpoint
      join tenant on tenant.id = endpoint.tenant_id
      join event on (event.tenant_id is null or event.tenant_id = tenant.id)
        and event.type = any (endpoint.events)
        and split_part(event.market_product_id, '-', 1) = any (endpoint.market_ids)
        and event.market_product_id = any (tenant.products)
        and (event.max_change is null or event.max_change >= tenant.forecast_change_threshold)
      where endpoint.id = ${replay.endpointId} and endpoint.tenant_id = ${replay.tenantId}
        and event.occurred_at >= ${new Date(replay.from)} and event.occurred_at < ${new Date(replay.to)}
      order by event.sequence desc
      limit ${replay.most ?? null}
    ) as wanted
    order by sequence
    on conflict (event_id, endpoint_id) do update
      set state = 'pending', completed_at = null
      where webhook_delivery.state <> 'pending'`;
  const count = await queueDeliveries(tx, written, replay.now);
  await notifyOutbox(tx);
  return count;
}

/** Queues a `ping` for one endpoint and gives the delivery's id. */
export async function queuePing(
  tx: Transaction<Database>,
  ping: { tenantId: string; endpointId: string; data: object; now: number },
): Promise<string> {
  const eventId = randomUUID();
  const id = randomUUID();
  const now = new Date(ping.now);
  await tx
    .insertInto('event')
    .values({
      id: eventId,
      tenant_id: ping.tenantId,
      type: 'ping',
      occurred_at: now,
      body: eventBody('ping', ping.now, ping.data),
    })
    .execute();
  const written = sql`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, created_at)
    values (${id}, ${ping.tenantId}, ${ping.endpointId}, ${eventId}, 'ping', 'pending', ${now})`;
  await queueDeliveries(tx, written, ping.now);
  await notifyOutbox(tx);
  return id;
}

/**
 * Fails what waits for disabled endpoints: an event that was written while its endpoint was being disabled. Pings are sent to
 * disabled endpoints too.
 */
export async function failStranded(db: Db, now: number): Promise<void> {
  await failWaiting(db, sql`endpoint.state = 'disabled' and queue.event <> 'ping'`, now);
}
