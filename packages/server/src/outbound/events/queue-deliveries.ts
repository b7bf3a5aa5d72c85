import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';

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
