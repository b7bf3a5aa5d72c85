import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { EventType } from '../webhook-schema.ts';

/** A delivery that this worker is to attempt now, with what it needs for it. Secrets are sealed, in hexadecimal. */
export interface ClaimedDelivery {
  /** Names this turn of it in the queue. */
  ticket: string;
  id: string;
  endpointId: string;
  eventId: string;
  event: EventType;
  /** Failed attempts of the current schedule. */
  step: number;
  url: string;
  secret: string;
  /** Within the grace period of a rotation. */
  previousSecret: { secret: string; expiresAt: number } | undefined;
}

/** Spares the lane of those that fail a look at the deliveries of everybody else. */
const HAS_FAILING_ENDPOINT = sql`and exists (
  select from webhook_endpoint as failing where failing.tenant_id = tenant.id and failing.failing_since is not null
)`;

/**
 * Takes deliveries that are due, the tenants in turn, and writes down that the holder has them and what it had before. Until
 * `leaseUntil` nobody else takes them; should the holder die, they are due again then. Endpoints that fail are a lane of their own
 * (`failing`), so that however many there are, they hold up nobody else.
 */
export async function claimDeliveries(
  db: Db,
  claim: {
    holder: string;
    /** Tickets that the holder has in hand already; what it had and gave up is not among them. */
    held: string[];
    now: number;
    leaseUntil: number;
    limit: number;
    perEndpoint: number;
    /** Deliveries of one tenant that are looked at: a higher share of each costs more where there are many tenants. */
    tenantShare: number;
    failing: boolean;
    /** Endpoints that have attempts under way. */
    busy: string[];
  },
): Promise<ClaimedDelivery[]> {
  const now = new Date(claim.now);
  const rows = await db.transaction().execute(async (tx) => {
    // One claim at a time, over all workers: each sees the leases of those before it.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook claims', 0))`.execute(tx);
    const chosen = await sql<ClaimedRow>`
      with leased as (
        select unnest(${claim.held}::bigint[]) as ticket
        union all
        select unnest(tickets) from webhook_lease where holder <> ${claim.holder} and until > ${now}
      ), due as (
        select delivery.*
        from tenant
        cross join lateral (
          select queue.ticket, queue.tenant_id, queue.endpoint_id, queue.due_at
          from webhook_queue as queue
          join webhook_endpoint as endpoint on endpoint.id = queue.endpoint_id
          where queue.tenant_id = tenant.id
            and queue.due_at <= ${now}
            and queue.ticket not in (select ticket from leased)
            and (endpoint.failing_since is not null) = ${claim.failing}
            and (endpoint.state = 'active' or queue.event = 'ping')
            and queue.endpoint_id <> all (${claim.busy}::uuid[])
          order by queue.due_at
          limit ${claim.tenantShare}
        ) as delivery
        where tenant.deactivated_at is null ${claim.failing ? HAS_FAILING_ENDPOINT : sql``}
      ), ranked as (
        select ticket, due_at,
          row_number() over (partition by tenant_id order by due_at, ticket) as turn,
          row_number() over (partition by endpoint_id order by due_at, ticket) as place
        from due
      ), chosen as (
        select ticket from ranked where place <= ${claim.perEndpoint} order by turn, due_at limit ${claim.limit}
      ), lease as (
        insert into webhook_lease (holder, tickets, until)
        select ${claim.holder}::uuid, ${claim.held}::bigint[] || array_agg(ticket), ${new Date(claim.leaseUntil)}::timestamptz
        from chosen having count(*) > 0
        on conflict (holder) do update set tickets = excluded.tickets, until = excluded.until
      ), over as (
        delete from webhook_lease where holder <> ${claim.holder} and until <= ${now}
      )
      select queue.ticket, queue.delivery_id, queue.endpoint_id, queue.event_id, queue.event, queue.step,
        endpoint.url, encode(endpoint.secret, 'hex') as secret,
        encode(endpoint.previous_secret, 'hex') as previous_secret, endpoint.previous_secret_expires_at
      from chosen
      join webhook_queue as queue on queue.ticket = chosen.ticket
      join webhook_endpoint as endpoint on endpoint.id = queue.endpoint_id`.execute(tx);
    return chosen.rows;
  });
  return rows.map((row) => ({
    ticket: row.ticket,
    id: row.delivery_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    event: row.event,
    step: row.step,
    url: row.url,
    secret: row.secret,
    previousSecret:
      row.previous_secret === null ||
      row.previous_secret_expires_at === null ||
      row.previous_secret_expires_at <= now
        ? undefined
        : { secret: row.previous_secret, expiresAt: row.previous_secret_expires_at.getTime() },
  }));
}

interface ClaimedRow {
  ticket: string;
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  event: EventType;
  step: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: Date | null;
}

/** Gives back all that a holder has in hand. */
export async function endLease(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('webhook_lease').where('holder', '=', holder).execute();
}

/** When the next delivery is due that nobody has in hand; undefined when none waits. */
export async function findNextDue(db: Db, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(delivery.due_at) as due
    from tenant
    cross join lateral (
      select due_at from webhook_queue
      where tenant_id = tenant.id
        and ticket not in (select unnest(tickets) from webhook_lease where until > ${new Date(now)})
      order by due_at limit 1
    ) as delivery
    where tenant.deactivated_at is null`.execute(db);
  return rows[0]?.due?.getTime();
}

/** The bodies of events, as they are sent. */
export async function readBodies(db: Db, eventIds: string[]): Promise<Map<string, Buffer>> {
  const rows = await db.selectFrom('event').select(['id', 'body']).where('id', 'in', eventIds).execute();
  return new Map(rows.map(({ id, body }) => [id, Buffer.from(body)]));
}
