import { type RawBuilder, type Selectable, type Transaction, sql } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType, WebhookEndpointTable } from '../../ground/database/webhook-schema.ts';
import { type Reasons, reasonsText, sentenceOf, storedReasons } from '../../ground/reasons/reasons.ts';
import { failWaiting } from '../events/queue-deliveries.ts';

/** An endpoint as its owner sees it; instants are epoch ms. */
export interface WebhookEndpoint {
  id: string;
  name: string;
  url: string;
  events: string[];
  /** Markets whose events it is sent, such as `es`. */
  marketIds: string[];
  /** Percents of the quantiles that it wants of every point of a forecast, rising. */
  quantiles: number[];
  /** Length of the periods that it wants points for. */
  resolution: 'PT1H' | 'PT15M';
  state: 'active' | 'disabled';
  disabledReason: Reasons | undefined;
  createdAt: number;
  updatedAt: number;
  lastSuccessAt: number | undefined;
  lastFailureAt: number | undefined;
}

type TenantTransaction = Transaction<Database>;

const VISIBLE_COLUMNS = [
  'id',
  'name',
  'url',
  'events',
  'market_ids',
  'quantiles',
  'resolution',
  'state',
  'disabled_reason',
  'disabled_reason_codes',
  'created_at',
  'updated_at',
  'last_failure_at',
] as const;

/** The log gives it, apart from what is no longer there. */
const LAST_SUCCESS = sql<Date | null>`greatest(last_success_at, (
  select max(delivery.completed_at) from webhook_delivery as delivery
  where delivery.tenant_id = webhook_endpoint.tenant_id and delivery.endpoint_id = webhook_endpoint.id
    and delivery.state = 'succeeded'
))`.as('last_success_at');

/** Lets one transaction at a time count and add a tenant's endpoints. */
export async function lockEndpoints(tx: TenantTransaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${tenantId}`}, 0))`.execute(tx);
}

export async function countEndpoints(tx: TenantTransaction): Promise<number> {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A page of the tenant's endpoints, the newest first. */
export async function listEndpoints(
  tx: TenantTransaction,
  page: { limit: number; offset: number },
): Promise<WebhookEndpoint[]> {
  const rows = await tx
    .selectFrom('webhook_endpoint')
    .select(VISIBLE_COLUMNS)
    .select(LAST_SUCCESS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(toEndpoint);
}

export async function findEndpoint(tx: TenantTransaction, id: string): Promise<WebhookEndpoint | undefined> {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select(VISIBLE_COLUMNS)
    .select(LAST_SUCCESS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toEndpoint(row);
}

export async function insertEndpoint(
  tx: TenantTransaction,
  endpoint: {
    id: string;
    tenantId: string;
    name: string;
    url: string;
    events: EventType[];
    marketIds: string[];
    quantiles: number[];
    resolution: 'PT1H' | 'PT15M';
    secret: Buffer;
    now: number;
  },
): Promise<void> {
  const { id, tenantId, name, url, events, marketIds, quantiles, resolution, secret, now } = endpoint;
  await tx
    .insertInto('webhook_endpoint')
    .values({
      id,
      tenant_id: tenantId,
      name,
      url,
      events,
      market_ids: marketIds,
      quantiles,
      resolution,
      state: 'active',
      secret,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
}

/** What an owner may change; absent fields stay. Activating clears why and since when the endpoint was failing. */
export interface EndpointChange {
  name?: string | undefined;
  url?: string | undefined;
  events?: EventType[] | undefined;
  marketIds?: string[] | undefined;
  quantiles?: number[] | undefined;
  resolution?: 'PT1H' | 'PT15M' | undefined;
  state?: 'active' | undefined;
}

export async function changeEndpoint(
  tx: TenantTransaction,
  id: string,
  change: EndpointChange,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({
      updated_at: new Date(now),
      ...(change.name !== undefined && { name: change.name }),
      ...(change.url !== undefined && { url: change.url }),
      ...(change.events !== undefined && { events: change.events }),
      ...(change.marketIds !== undefined && { market_ids: change.marketIds }),
      ...(change.quantiles !== undefined && { quantiles: change.quantiles }),
      ...(change.resolution !== undefined && { resolution: change.resolution }),
      ...(change.state === 'active' && {
        state: 'active',
        disabled_reason: null,
        disabled_reason_codes: null,
        failing_since: null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Stops an endpoint: nothing is sent to it any more, and what waited for it has failed. False when it was stopped before. */
export async function disableEndpoint(
  tx: Transaction<Database>,
  id: string,
  disabled: { reason: Reasons; now: number },
): Promise<boolean> {
  const at = new Date(disabled.now);
  const result = await tx
    .updateTable('webhook_endpoint')
    .set({
      state: 'disabled',
      disabled_reason: sentenceOf(disabled.reason),
      disabled_reason_codes: reasonsText(disabled.reason),
      updated_at: at,
    })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  await failWaiting(tx, sql`endpoint.id = ${id}`, disabled.now);
  return result.numUpdatedRows > 0n;
}

export async function deleteEndpoint(tx: TenantTransaction, id: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
}

/** Replaces the secret; `previous` is the one before, which goes on signing until its time is over. */
export async function replaceSecret(
  tx: TenantTransaction,
  id: string,
  next: { secret: Buffer; previous: { secret: Buffer; expiresAt: number } | undefined; now: number },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({
      secret: next.secret,
      previous_secret: next.previous?.secret ?? null,
      previous_secret_expires_at: next.previous === undefined ? null : new Date(next.previous.expiresAt),
      updated_at: new Date(next.now),
    })
    .where('id', '=', id)
    .execute();
}

/** The secret, and until when the one before it signs (epoch ms). Nobody else changes them until the transaction ends. */
export async function lockSecret(
  tx: TenantTransaction,
  id: string,
): Promise<{ secret: Buffer; previousExpiresAt: number | undefined } | undefined> {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select(['secret', 'previous_secret_expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { secret: row.secret, previousExpiresAt: row.previous_secret_expires_at?.getTime() };
}

/**
 * Keeps with their endpoints when deliveries succeeded that are about to leave the log or to be sent again. They are given by a
 * condition on `delivery`.
 */
export async function keepLastSuccess(
  tx: Transaction<Database>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update webhook_endpoint as endpoint set last_success_at = leaving.at
    from (
      select delivery.endpoint_id, max(delivery.completed_at) as at
      from webhook_delivery as delivery where delivery.state = 'succeeded' and ${condition}
      group by delivery.endpoint_id
    ) as leaving
    where endpoint.id = leaving.endpoint_id
      and (endpoint.last_success_at is null or endpoint.last_success_at < leaving.at)`.execute(tx);
}

function toEndpoint(
  row: Pick<Selectable<WebhookEndpointTable>, (typeof VISIBLE_COLUMNS)[number] | 'last_success_at'>,
): WebhookEndpoint {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    marketIds: row.market_ids,
    quantiles: row.quantiles,
    resolution: row.resolution,
    state: row.state,
    disabledReason: storedReasons(row.disabled_reason, row.disabled_reason_codes),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    lastSuccessAt: row.last_success_at?.getTime(),
    lastFailureAt: row.last_failure_at?.getTime(),
  };
}
