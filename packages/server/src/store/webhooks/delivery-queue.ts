import { type Transaction, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { Database } from '../schema.ts';
import type { EventType, StoredAttempt } from '../webhook-schema.ts';
import { disableEndpoint } from './endpoints.ts';

/** A delivery that this worker is to attempt now, with what it needs for it. Secrets are sealed. */
export interface ClaimedDelivery {
  id: string;
  tenantId: string;
  endpointId: string;
  eventId: string;
  event: EventType;
  /** Failed attempts of the current schedule. */
  step: number;
  url: string;
  secret: Buffer;
  previousSecret: { secret: Buffer; expiresAt: number } | undefined;
}

// Where rows are named by id, what is pending is told by `completed_at`: by `state` the planner would read the whole queue by its
// partial index, because after a burst its statistics still say that the queue is empty.

/** Spares the lane of those that fail a look at the deliveries of everybody else. */
const HAS_FAILING_ENDPOINT = sql`and exists (
  select from webhook_endpoint as failing where failing.tenant_id = tenant.id and failing.failing_since is not null
)`;

/** Attempts kept with a delivery. */
const KEPT_ATTEMPTS = 50;

/**
 * Takes deliveries that are due, the tenants in turn. Until `leaseUntil` no other worker takes them; should this one die,
 * they are due again then. Endpoints that fail are a lane of their own (`failing`), so that however many there are, they
 * hold up nobody else.
 */
export async function claimDeliveries(
  db: Db,
  claim: {
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
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select delivery.*
      from tenant
      cross join lateral (
        select delivery.id, delivery.tenant_id, delivery.endpoint_id, delivery.next_attempt_at
        from webhook_delivery as delivery
        join webhook_endpoint as endpoint on endpoint.id = delivery.endpoint_id
        where delivery.tenant_id = tenant.id
          and delivery.state = 'pending'
          and delivery.next_attempt_at <= ${now}
          and (delivery.leased_until is null or delivery.leased_until <= ${now})
          and (endpoint.failing_since is not null) = ${claim.failing}
          and (endpoint.state = 'active' or delivery.event = 'ping')
          and delivery.endpoint_id <> all (${claim.busy}::uuid[])
        order by delivery.next_attempt_at
        limit ${claim.tenantShare}
      ) as delivery
      where tenant.deactivated_at is null ${claim.failing ? HAS_FAILING_ENDPOINT : sql``}
    ), ranked as (
      select id, next_attempt_at,
        row_number() over (partition by tenant_id order by next_attempt_at, id) as turn,
        row_number() over (partition by endpoint_id order by next_attempt_at, id) as place
      from due
    ), chosen as (
      select id from ranked where place <= ${claim.perEndpoint} order by turn, next_attempt_at limit ${claim.limit}
    ), taken as (
      select delivery.id from webhook_delivery as delivery
      join chosen on chosen.id = delivery.id
      where delivery.completed_at is null and delivery.next_attempt_at <= ${now}
        and (delivery.leased_until is null or delivery.leased_until <= ${now})
      for update of delivery skip locked
    )
    update webhook_delivery as delivery
    set leased_until = ${new Date(claim.leaseUntil)}
    from taken, webhook_endpoint as endpoint
    where delivery.id = taken.id and endpoint.id = delivery.endpoint_id
    returning delivery.id, delivery.tenant_id, delivery.endpoint_id, delivery.event_id, delivery.event, delivery.step,
      endpoint.url, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    event: row.event,
    step: row.step,
    url: row.url,
    secret: row.secret,
    previousSecret:
      row.previous_secret === null || row.previous_secret_expires_at === null
        ? undefined
        : { secret: row.previous_secret, expiresAt: row.previous_secret_expires_at.getTime() },
  }));
}

interface ClaimedRow {
  id: string;
  tenant_id: string;
  endpoint_id: string;
  event_id: string;
  event: EventType;
  step: number;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
}

/** When the next delivery is due that nobody attempts; undefined when none waits. */
export async function findNextDue(db: Db, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(delivery.next_attempt_at) as due
    from tenant
    cross join lateral (
      select next_attempt_at from webhook_delivery
      where tenant_id = tenant.id and state = 'pending'
        and (leased_until is null or leased_until <= ${new Date(now)})
      order by next_attempt_at limit 1
    ) as delivery
    where tenant.deactivated_at is null`.execute(db);
  return rows[0]?.due?.getTime();
}

/** The bodies of events, as they are sent. */
export async function readBodies(db: Db, eventIds: string[]): Promise<Map<string, Buffer>> {
  const rows = await db.selectFrom('event').select(['id', 'body']).where('id', 'in', eventIds).execute();
  return new Map(rows.map(({ id, body }) => [id, Buffer.from(body)]));
}

/** How an attempt ended. */
export interface AttemptResult {
  id: string;
  endpointId: string;
  at: number;
  state: 'pending' | 'succeeded' | 'failed';
  /** For `pending`. */
  nextAttemptAt: number | undefined;
  /** Why the endpoint is to be disabled now. */
  disable: string | undefined;
  attempt: StoredAttempt;
}

/** An endpoint that was disabled because of its answers. */
export interface DisabledEndpoint {
  endpointId: string;
  tenantId: string;
  name: string;
  url: string;
  reason: string;
}

/**
 * Writes the results of attempts, all or none, and disables the endpoints that asked for it and those whose every attempt has
 * failed since `failingBefore`; `onDisabled` adds to the transaction. A delivery that has succeeded meanwhile by another worker
 * stays so.
 */
export async function recordAttempts(
  db: Db,
  results: AttemptResult[],
  limits: { failingBefore: number; failingReason: string; now: number },
  onDisabled: (tx: Transaction<Database>, endpoint: DisabledEndpoint) => Promise<void>,
): Promise<void> {
  const rows = results.map(({ id, state, nextAttemptAt, at, attempt }) => ({
    id,
    state,
    next_attempt_at: nextAttemptAt === undefined ? null : new Date(nextAttemptAt),
    completed_at: state === 'pending' ? null : new Date(at),
    status: attempt.status,
    attempt,
  }));
  await db.transaction().execute(async (tx) => {
    await sql`
      update webhook_delivery as delivery
      set state = result.state,
        attempts = delivery.attempts + 1,
        step = delivery.step + 1,
        next_attempt_at = result.next_attempt_at,
        leased_until = null,
        completed_at = result.completed_at,
        last_status = result.status,
        attempt_log = case when jsonb_array_length(delivery.attempt_log) >= ${KEPT_ATTEMPTS}
          then delivery.attempt_log - 0 else delivery.attempt_log end || result.attempt
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as result
        (id uuid, state text, next_attempt_at timestamptz, completed_at timestamptz, status smallint, attempt jsonb)
      where delivery.id = result.id and delivery.completed_at is null`.execute(tx);
    await sql`
      update webhook_endpoint as endpoint
      set last_success_at = greatest(endpoint.last_success_at, outcome.succeeded_at),
        last_failure_at = greatest(endpoint.last_failure_at, outcome.failed_at),
        failing_since = case when outcome.ended_well then null
          else coalesce(endpoint.failing_since, outcome.failed_at) end
      from jsonb_to_recordset(${JSON.stringify(outcomesByEndpoint(results))}::jsonb) as outcome
        (id uuid, succeeded_at timestamptz, failed_at timestamptz, ended_well boolean)
      where endpoint.id = outcome.id`.execute(tx);
    for (const endpoint of await findHopeless(tx, results, limits)) {
      const { endpointId, reason } = endpoint;
      if (await disableEndpoint(tx, endpointId, { reason, now: limits.now })) await onDisabled(tx, endpoint);
    }
  });
}

/** What the results, in the order in which they came, say of each endpoint. */
function outcomesByEndpoint(results: AttemptResult[]): object[] {
  return [...Map.groupBy(results, ({ endpointId }) => endpointId)].map(([id, ofEndpoint]) => {
    const { true: successes = [], false: failures = [] } = Object.groupBy(ofEndpoint, ({ state }) =>
      state === 'succeeded' ? 'true' : 'false',
    );
    const latest = (some: AttemptResult[]) =>
      some.length === 0 ? null : new Date(Math.max(...some.map(({ at }) => at)));
    return {
      id,
      succeeded_at: latest(successes),
      failed_at: latest(failures),
      ended_well: ofEndpoint.at(-1)?.state === 'succeeded',
    };
  });
}

async function findHopeless(
  tx: Transaction<Database>,
  results: AttemptResult[],
  limits: { failingBefore: number; failingReason: string },
): Promise<DisabledEndpoint[]> {
  const failed = results.filter(({ state }) => state !== 'succeeded');
  if (failed.length === 0) return [];
  const asked = new Map(failed.map(({ endpointId, disable }) => [endpointId, disable]));
  const rows = await tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'tenant_id', 'name', 'url', 'failing_since'])
    .where('id', 'in', [...asked.keys()])
    .execute();
  return rows.flatMap(({ id, tenant_id: tenantId, name, url, failing_since: since }) => {
    const isHopeless = since !== null && since.getTime() <= limits.failingBefore;
    const reason = asked.get(id) ?? (isHopeless ? limits.failingReason : undefined);
    return reason === undefined ? [] : [{ endpointId: id, tenantId, name, url, reason }];
  });
}
