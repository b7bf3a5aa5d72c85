import { sql, type Transaction } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { publicBody } from './event-body.ts';

/** An event as it is listed and streamed; `body` is what webhooks are sent. */
export interface ListedEvent {
  id: string;
  sequence: string;
  type: EventType;
  body: string;
}

/** Where a reader is in the order of events: after everything up to this sequence. */
export const BEFORE_ALL_EVENTS = '0';

/** The place of an event that the tenant may see; undefined when there is none of this id (any more). */
export async function findSequence(tx: Transaction<Database>, eventId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('event').select('sequence').where('id', '=', eventId).executeTakeFirst();
  return row?.sequence;
}

/** The newest event of the market or the tenant; undefined when there is none. */
export function findLastEvent(
  tx: Transaction<Database>,
): Promise<Pick<ListedEvent, 'id' | 'sequence'> | undefined> {
  return tx
    .selectFrom('event')
    .select(['id', 'sequence'])
    .where('type', '<>', 'ping')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Events after a place, in order, that concern the tenant whose transaction this is: of products that it subscribes to, changes that
 * reach its threshold, and its own alerts. Also how many there are in all.
 */
export async function listEventsAfter(
  tx: Transaction<Database>,
  query: { after: string; types: EventType[]; marketId: string; limit: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  const { rows } = await sql<ListedEvent & { total: string }>`
    select event.id, event.sequence, event.type, event.body, count(*) over () as total
    from event
    join tenant on event.market_product_id = any (tenant.products)
      and (event.max_change is null or event.max_change >= tenant.forecast_change_threshold)
    where (event.tenant_id is null or event.tenant_id = tenant.id)
      and event.sequence > ${query.after}::bigint
      and event.type = any (${query.types}::text[])
      and (${query.marketId} = 'all' or split_part(event.market_product_id, '-', 1) = ${query.marketId})
    order by event.sequence
    limit ${query.limit}`.execute(tx);
  return {
    events: rows.map(({ id, sequence, type, body }) => ({
      id,
      sequence,
      type,
      body: publicBody({ id, type, body }),
    })),
    total: Number(rows[0]?.total ?? 0),
  };
}
