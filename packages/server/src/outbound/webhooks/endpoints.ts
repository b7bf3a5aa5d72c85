import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType, WebhookEndpointTable } from '../../ground/database/webhook-schema.ts';
import { type Reasons, reasonsText, sentenceOf } from '../../ground/reasons/reasons.ts';
import { failWaiting } from '../events/fan-out.ts';

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

/** An endpoint as its owner sees it, by the names of its columns, which are also those on the wire. */
export type WebhookEndpoint = Pick<
  Selectable<WebhookEndpointTable>,
  (typeof VISIBLE_COLUMNS)[number] | 'last_success_at'
>;

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
  return tx
    .selectFrom('webhook_endpoint')
    .select(VISIBLE_COLUMNS)
    .select(LAST_SUCCESS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function findEndpoint(tx: TenantTransaction, id: string): Promise<WebhookEndpoint | undefined> {
  return tx
    .selectFrom('webhook_endpoint')
    .select(VISIBLE_COLUMNS)
    .select(LAST_SUCCESS)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertEndpoint(
  tx: TenantTransaction,
  endpoint: Insertable<WebhookEndpointTable>,
): Promise<void> {
  await tx.insertInto('webhook_endpoint').values(endpoint).execute();
}

/** What an owner may change; absent fields stay. Activating clears why and since when the endpoint was failing. */
export type EndpointChange = Partial<
  Pick<WebhookEndpoint, 'name' | 'url' | 'market_ids' | 'quantiles' | 'resolution'>
> & { events?: EventType[] | undefined; state?: 'active' | undefined };

export async function changeEndpoint(
  tx: TenantTransaction,
  id: string,
  { state, ...fields }: EndpointChange,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({
      ...fields,
      updated_at: new Date(now),
      ...(state === 'active' && {
        state,
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
