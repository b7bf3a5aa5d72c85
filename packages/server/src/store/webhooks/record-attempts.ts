import { type Transaction, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { Database } from '../schema.ts';
import type { StoredAttempt } from '../webhook-schema.ts';
import { disableEndpoint } from './endpoints.ts';

/** Attempts kept with a delivery. */
const KEPT_ATTEMPTS = 50;

/** How an attempt ended. */
export interface AttemptResult {
  ticket: string;
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
 * failed since `failingBefore`; `onDisabled` adds to the transaction. The log holds every attempt; the state of a delivery follows
 * from one only while its ticket is in the queue: another worker may have ended it, or somebody may have queued it again.
 */
export async function recordAttempts(
  db: Db,
  results: AttemptResult[],
  limits: { failingBefore: number; failingReason: string; now: number },
  onDisabled: (tx: Transaction<Database>, endpoint: DisabledEndpoint) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Should the machine crash before the disk has them, the attempts are made again when the lease is over.
    await sql`set local synchronous_commit = off`.execute(tx);
    await writeResults(tx, results);
    await writeOutcomes(tx, results);
    for (const endpoint of await findHopeless(tx, results, limits)) {
      const { endpointId, reason } = endpoint;
      if (await disableEndpoint(tx, endpointId, { reason, now: limits.now })) await onDisabled(tx, endpoint);
    }
  });
}

async function writeResults(tx: Transaction<Database>, results: AttemptResult[]): Promise<void> {
  const rows = results.map(({ ticket, id, state, at, attempt }) => ({
    ticket,
    id,
    state,
    at: new Date(at),
    attempt,
  }));
  await sql`
    with result as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as result
        (ticket bigint, id uuid, state text, at timestamptz, attempt jsonb)
    ), ended as (
      delete from webhook_queue as queue using result
      where queue.ticket = result.ticket and result.state <> 'pending'
      returning queue.ticket
    )
    update webhook_delivery as delivery
    set state = case when ended.ticket is null then delivery.state else result.state end,
      completed_at = case when ended.ticket is null then delivery.completed_at else result.at end,
      attempts = delivery.attempts + 1,
      last_status = (result.attempt ->> 'status')::smallint,
      attempt_log = case when jsonb_array_length(delivery.attempt_log) >= ${KEPT_ATTEMPTS}
        then delivery.attempt_log - 0 else delivery.attempt_log end || result.attempt
    from result left join ended on ended.ticket = result.ticket
    where delivery.id = result.id`.execute(tx);
  const again = results.flatMap(({ ticket, nextAttemptAt }) =>
    nextAttemptAt === undefined ? [] : [{ ticket, due_at: new Date(nextAttemptAt) }],
  );
  if (again.length === 0) return;
  await sql`
    update webhook_queue as queue set ticket = default, step = queue.step + 1, due_at = result.due_at
    from json_to_recordset(${JSON.stringify(again)}::json) as result (ticket bigint, due_at timestamptz)
    where queue.ticket = result.ticket`.execute(tx);
}

async function writeOutcomes(tx: Transaction<Database>, results: AttemptResult[]): Promise<void> {
  await sql`
    update webhook_endpoint as endpoint
    set last_success_at = greatest(endpoint.last_success_at, outcome.succeeded_at),
      last_failure_at = greatest(endpoint.last_failure_at, outcome.failed_at),
      failing_since = case when outcome.ended_well then null
        else coalesce(endpoint.failing_since, outcome.failed_at) end
    from json_to_recordset(${JSON.stringify(outcomesByEndpoint(results))}::json) as outcome
      (id uuid, succeeded_at timestamptz, failed_at timestamptz, ended_well boolean)
    where endpoint.id = outcome.id`.execute(tx);
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
