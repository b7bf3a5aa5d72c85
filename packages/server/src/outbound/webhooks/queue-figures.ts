import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

export interface DeliveryQueueFigures {
  /** Deliveries that are not at their end, those under way among them. */
  pending: number;
  /** When the oldest of those that may be sent, or are still to be written, was due, epoch ms; undefined when none is due. */
  oldestDueAt: number | undefined;
}

/** How the deliveries of all tenants do. Those of endpoints and tenants that are turned off wait for somebody to turn them on. */
export async function measureDeliveryQueue(db: Db, now: number): Promise<DeliveryQueueFigures> {
  const { rows } = await sql<{ pending: string; oldest: Date | null }>`
    select count(*) as pending, least(
      min(queue.due_at) filter (where queue.due_at <= ${new Date(now)}),
      (select min(event.occurred_at) from event_fan_out join event on event.id = event_id)
    ) as oldest
    from webhook_queue as queue
    join webhook_endpoint as endpoint on endpoint.id = queue.endpoint_id
    join tenant on tenant.id = queue.tenant_id
    where tenant.deactivated_at is null and (endpoint.state = 'active' or queue.event = 'ping')`.execute(db);
  return { pending: Number(rows[0]?.pending ?? 0), oldestDueAt: rows[0]?.oldest?.getTime() };
}
