import { type RawBuilder, sql, type Transaction } from 'kysely';
import { arrayLiteral } from '../../ground/database/arrays.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { sealedWithNoneOf } from '../../ground/secrets/secret-fingerprints.ts';
import { publicBody } from '../events/event-body.ts';

/** A delivery that this worker is to attempt now. */
export interface ClaimedDelivery {
  /** Names this turn of it in the queue. */
  ticket: string;
  id: string;
  endpointId: string;
  eventId: string;
  /** Failed attempts of the current schedule. */
  step: number;
  /** How many of the tenant's were looked at: as many as the claim allows, if there may be more. */
  ofTenant: number;
  /** Whether the endpoint's address, secrets, quantiles and resolution are still those that are known. */
  targetVersion: string;
}

/** Where the deliveries of an endpoint go, what points they have and what signs them. Secrets are sealed. */
export interface StoredTarget {
  version: string;
  url: string;
  /** Percents of the quantiles that points of forecasts are sent with. */
  quantiles: number[];
  resolution: 'PT1H' | 'PT15M';
  secret: Buffer;
  /** Within the grace period of a rotation. */
  previousSecret: { secret: Buffer; expiresAt: number } | undefined;
}

/** What is sent to each endpoint that an event concerns. */
export interface EventContent {
  type: EventType;
  body: Buffer;
}

/** What a claim has got, and where the next one goes on. */
interface Claim {
  deliveries: ClaimedDelivery[];
  /** Tenants that have something due and were looked at, at most as many as the claim allows deliveries. */
  tenants: number;
  lastTenant: string;
}

/** Before all tenants. */
export const NO_TENANT = '00000000-0000-0000-0000-000000000000';

/**
 * Tenants that have something due, those after the one that was looked at last, round and round: however many wait, a claim looks at no
 * more of them than it can serve. They are found by steps through the index, so that tenants for whom nothing waits cost nothing.
 */
async function tenantsInTurn(
  tx: Transaction<Database>,
  { after, now, most, failing }: { after: string; now: Date; most: number; failing: boolean },
): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`coalesce(
    (select tenant_id from webhook_queue where tenant_id > ${after} order by tenant_id limit 1),
    (select tenant_id from webhook_queue order by tenant_id limit 1)
  )`;
  const isDue = (id: RawBuilder<unknown>) => sql`(
    exists (select from webhook_queue where tenant_id = ${id} and due_at <= ${now})
    ${failing ? sql`and exists (select from webhook_endpoint where tenant_id = ${id} and failing_since is not null)` : sql``}
  )`;
  const { rows } = await sql<{ id: string }>`
    with recursive step as (
      select first.id, first.id as began, ${isDue(sql`first.id`)} as is_due, 0 as found
      from (select ${next(sql`${after}::uuid`)} as id) as first
      where first.id is not null
      union all
      select next.id, began, ${isDue(sql`next.id`)}, found + is_due::integer
      from step cross join lateral (select ${next(sql`step.id`)} as id) as next
      where next.id <> began and found + is_due::integer < ${most}
    )
    select id from step where is_due`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Takes deliveries that are due, the tenants in turn, and writes down that the holder has them and what it had before. For
 * `leaseMs` nobody else takes them; should the holder die, they are due again then. Leases go by the database's clock, as the clocks of
 * workers may differ. Endpoints that fail are a lane of their own (`failing`), so that however many there are, they hold up nobody else.
 */
export async function claimDeliveries(
  db: Db,
  claim: {
    holder: string;
    /** Tickets that the holder has in hand already; what it had and gave up is not among them. */
    held: Iterable<string>;
    now: number;
    leaseMs: number;
    limit: number;
    perEndpoint: number;
    /** Deliveries of one tenant that are looked at: a higher share of each costs more where there are many tenants. */
    tenantShare: number;
    failing: boolean;
    /** The tenant that was looked at last by the claim before, see `Claim`. */
    after: string;
    /** Endpoints that have as much under way that no more of theirs is taken. */
    busy: Iterable<string>;
    /** Of the sealing keys of this process: nothing is taken where none of them is the database's. */
    keyFingerprints: readonly string[];
  },
): Promise<Claim> {
  const now = new Date(claim.now);
  const { after, failing, limit: most } = claim;
  return db.transaction().execute(async (tx) => {
    // One claim at a time, over all workers: each sees the leases of those before it.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook claims', 0))`.execute(tx);
    // A lease that is lost in a crash of the server only lets another worker send the same: no reason to wait for the disk.
    await sql`set local synchronous_commit = off`.execute(tx);
    const tenants = await tenantsInTurn(tx, { after, now, most, failing });
    const lastTenant = tenants.at(-1) ?? after;
    if (tenants.length === 0) return { deliveries: [], tenants: 0, lastTenant };
    const { rows: deliveries } = await sql<ClaimedDelivery>`
      with leased as (
        select unnest(${arrayLiteral(claim.held)}::bigint[]) as ticket
        union all
        select unnest(tickets) from webhook_lease where holder <> ${claim.holder} and until > clock_timestamp()
      ), due as (
        select delivery.*
        from unnest(${arrayLiteral(tenants)}::uuid[]) as turn (id)
        join tenant using (id)
        cross join lateral (
          select queue.*, endpoint.target_version
          from webhook_queue as queue
          join webhook_endpoint as endpoint on endpoint.id = queue.endpoint_id
          where queue.tenant_id = tenant.id
            and queue.due_at <= ${now}
            and queue.ticket not in (select ticket from leased)
            and (endpoint.failing_since is not null) = ${failing}
            and (endpoint.state = 'active' or queue.event = 'ping')
            and queue.endpoint_id <> all (${arrayLiteral(claim.busy)}::uuid[])
          order by queue.due_at
          limit ${claim.tenantShare}
        ) as delivery
        where tenant.deactivated_at is null and not ${sealedWithNoneOf(claim.keyFingerprints)}
      ), ranked as (
        select ticket, delivery_id, endpoint_id, event_id, step, target_version, due_at,
          row_number() over (partition by tenant_id order by due_at, ticket) as turn,
          count(*) over (partition by tenant_id) as of_tenant,
          row_number() over (partition by endpoint_id order by due_at, ticket) as place
        from due
      ), chosen as (
        select * from ranked where place <= ${claim.perEndpoint} order by turn, due_at limit ${claim.limit}
      ), lease as (
        insert into webhook_lease (holder, tickets, until)
        select ${claim.holder}::uuid, ${arrayLiteral(claim.held)}::bigint[] || array_agg(ticket),
          clock_timestamp() + ${claim.leaseMs}::float8 * interval '1 ms'
        from chosen having count(*) > 0
        on conflict (holder) do update set tickets = excluded.tickets, until = excluded.until
      ), over as (
        delete from webhook_lease where holder <> ${claim.holder} and until <= clock_timestamp()
      )
      select ticket, delivery_id as id, endpoint_id as "endpointId", event_id as "eventId", step,
        of_tenant::integer as "ofTenant", target_version as "targetVersion"
      from chosen`.execute(tx);
    return { deliveries, tenants: tenants.length, lastTenant };
  });
}

/** Gives back all that a holder has in hand. */
export async function endLease(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('webhook_lease').where('holder', '=', holder).execute();
}

/** When the next delivery is due, or to be written, that nobody has in hand; undefined when none waits. */
export async function findNextDue(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select least((
      select queue.due_at
      from webhook_queue as queue
      join tenant on tenant.id = queue.tenant_id and tenant.deactivated_at is null
      where queue.ticket not in (select unnest(tickets) from webhook_lease where until > clock_timestamp())
      order by queue.due_at limit 1
    ), (
      select min(event.occurred_at) from event_fan_out join event on event.id = event_id
    )) as due`.execute(db);
  return rows[0]?.due?.getTime();
}

export async function readTargets(
  db: Db,
  endpointIds: string[],
  now: number,
): Promise<Map<string, StoredTarget>> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .select(['id', 'target_version', 'url', 'quantiles', 'resolution', 'secret'])
    .select(['previous_secret', 'previous_secret_expires_at'])
    .where('id', '=', sql<string>`any (${arrayLiteral(endpointIds)}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ previous_secret: previous, previous_secret_expires_at: expiresAt, ...row }) => [
      row.id,
      {
        version: row.target_version,
        url: row.url,
        quantiles: row.quantiles,
        resolution: row.resolution,
        secret: row.secret,
        previousSecret:
          previous === null || expiresAt === null || expiresAt.getTime() <= now
            ? undefined
            : { secret: previous, expiresAt: expiresAt.getTime() },
      },
    ]),
  );
}

/** The contents of events by their ids. */
export async function readContents(db: Db, eventIds: string[]): Promise<Map<string, EventContent>> {
  const rows = await db
    .selectFrom('event')
    .select(['id', 'type', 'body'])
    .where('id', 'in', eventIds)
    .execute();
  return new Map(rows.map((row) => [row.id, { type: row.type, body: Buffer.from(publicBody(row)) }]));
}

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
