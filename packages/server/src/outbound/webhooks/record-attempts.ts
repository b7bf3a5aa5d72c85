import { sql, type Transaction } from 'kysely';
import { arrayLiteral } from '../../ground/database/arrays.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { reason, type Reasons, reasonsText, sentenceOrNull } from '../../ground/reasons/reasons.ts';
import { disableEndpoint } from './endpoints.ts';
import { LONGEST_WAIT_MS } from './retry-schedule.ts';

/** Attempts kept with a delivery before the last. */
const KEPT_EARLIER = 49;

/** How an attempt ended. */
export interface AttemptResult {
  ticket: string;
  id: string;
  endpointId: string;
  /** Epoch ms. */
  startedAt: number;
  endedAt: number;
  state: 'pending' | 'succeeded' | 'failed';
  /** For `pending`. */
  nextAttemptAt: number | undefined;
  /** Why the endpoint is to be disabled now. */
  disable: Reasons | undefined;
  outcome: {
    status: number | null;
    durationMs: number;
    error: Reasons | null;
    responseExcerpt: string | null;
  };
}

/** What disables an endpoint of which nothing succeeds. */
interface HopelessLimits {
  /** Time with failed attempts alone. */
  failingMs: number;
  /** Failed attempts since the last gap that does not count. */
  attempts: number;
  /** A longer time between two attempts does not count. */
  longestGapMs: number;
  reason: Reasons;
}

interface RecordingLimits {
  hopeless: HopelessLimits;
  /** When this process began to make attempts, epoch ms: a gap that began earlier does not count. */
  askingSince: number;
  now: number;
}

/** An endpoint that was disabled because of its answers. */
export interface DisabledEndpoint {
  endpointId: string;
  tenantId: string;
  name: string;
  url: string;
  reason: Reasons;
}

/**
 * Writes the results of attempts, all or none, and disables the endpoints that asked for it and those that are hopeless;
 * `onDisabled` adds to the transaction. The log holds every attempt; the state of a delivery follows
 * from one only while its ticket is in the queue: another worker may have ended it, or somebody may have queued it again.
 */
export async function recordAttempts(
  db: Db,
  results: AttemptResult[],
  limits: RecordingLimits,
  onDisabled: (tx: Transaction<Database>, endpoint: DisabledEndpoint) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Should the machine crash before the disk has them, the attempts are made again when the lease is over. Rows are found by their
    // keys however many there are: a look at whole tables seems cheap to the planner while these are small.
    await sql`select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(
      tx,
    );
    await writeResults(tx, results);
    await writeOutcomes(tx, results, limits);
    for (const endpoint of await findHopeless(tx, results, limits)) {
      const { endpointId, reason } = endpoint;
      if (await disableEndpoint(tx, endpointId, { reason, now: limits.now })) await onDisabled(tx, endpoint);
    }
  });
}

async function writeResults(tx: Transaction<Database>, results: AttemptResult[]): Promise<void> {
  const column = (of: (result: AttemptResult) => string | number | null) => arrayLiteral(results.map(of));
  await sql`
    with result as materialized (
      select * from unnest(
        ${column(({ ticket }) => ticket)}::bigint[],
        ${column(({ id }) => id)}::uuid[],
        ${column(({ state }) => state)}::text[],
        ${column(({ startedAt }) => startedAt)}::float8[],
        ${column(({ endedAt }) => endedAt)}::float8[],
        ${column(({ outcome }) => outcome.status)}::smallint[],
        ${column(({ outcome }) => outcome.durationMs)}::integer[],
        ${results.map(({ outcome }) => sentenceOrNull(outcome.error))}::text[],
        ${results.map(({ outcome }) => reasonsText(outcome.error))}::jsonb[],
        ${results.map(({ outcome }) => outcome.responseExcerpt)}::text[]
      ) as result (ticket, id, state, started_ms, ended_ms, status, duration_ms, error, error_codes, excerpt)
    ), ended as (
      delete from webhook_queue as queue using result
      where queue.ticket = result.ticket and result.state <> 'pending'
      returning queue.ticket
    )
    update webhook_delivery as delivery
    set state = case when ended.ticket is null then delivery.state else result.state end,
      completed_at = case when ended.ticket is null then delivery.completed_at else to_timestamp(result.ended_ms / 1000) end,
      attempts = delivery.attempts + 1,
      last_attempt_at = to_timestamp(result.started_ms / 1000),
      last_status = result.status,
      last_duration_ms = result.duration_ms,
      last_error = result.error,
      last_error_codes = result.error_codes,
      last_excerpt = result.excerpt,
      earlier_attempts = case when delivery.last_attempt_at is null then delivery.earlier_attempts else
        case when jsonb_array_length(delivery.earlier_attempts) >= ${KEPT_EARLIER}
          then delivery.earlier_attempts - 0 else delivery.earlier_attempts end
        || jsonb_build_object(
          'at', to_char(delivery.last_attempt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status', delivery.last_status, 'duration_ms', delivery.last_duration_ms,
          'error', delivery.last_error, 'error_codes', delivery.last_error_codes,
          'response_excerpt', delivery.last_excerpt)
        end
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

/** Writes what changes of endpoints. Of one that answers well, as before, nothing does: its last success is read from the log. */
async function writeOutcomes(
  tx: Transaction<Database>,
  results: AttemptResult[],
  { hopeless, askingSince }: RecordingLimits,
): Promise<void> {
  const touched = new Set(await findFailing(tx, results));
  for (const { endpointId, state } of results) if (state !== 'succeeded') touched.add(endpointId);
  if (touched.size === 0) return;
  const outcomes = outcomesByEndpoint(results.filter(({ endpointId }) => touched.has(endpointId)));
  await sql`
    update webhook_endpoint as endpoint
    set last_success_at = greatest(endpoint.last_success_at, outcome.succeeded_at),
      last_failure_at = greatest(endpoint.last_failure_at, outcome.failed_at),
      failing_since = case when outcome.failures = 0 then null
        when outcome.succeeded_at is not null then outcome.failed_at
        else coalesce(endpoint.failing_since, outcome.failed_at) end,
      failing_ms = case when gap.is_first then 0 when gap.counts then endpoint.failing_ms + gap.ms else endpoint.failing_ms end,
      failing_attempts = case when gap.counts then endpoint.failing_attempts else 0 end + outcome.failures
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as outcome
      (id uuid, succeeded_at timestamptz, failed_at timestamptz, failures integer)
    join webhook_endpoint as before on before.id = outcome.id
    cross join lateral (
      -- The release before clears failing_since alone.
      select before.failing_since is null or outcome.succeeded_at is not null as is_first,
        coalesce(extract(epoch from outcome.failed_at - before.last_failure_at) * 1000, 0)::bigint as ms
    ) as since
    cross join lateral (
      select since.is_first, greatest(since.ms, 0) as ms,
        not since.is_first and since.ms <= ${hopeless.longestGapMs}::float8
          and before.last_failure_at >= ${new Date(askingSince)}::timestamptz as counts
    ) as gap
    where endpoint.id = outcome.id`.execute(tx);
}

/** The endpoints that were failing before these results. */
async function findFailing(tx: Transaction<Database>, results: AttemptResult[]): Promise<string[]> {
  const ids = arrayLiteral(results.map(({ endpointId }) => endpointId));
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoint where failing_since is not null and id = any (${ids}::uuid[])`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** What the results, in the order in which they came, say of each endpoint. */
function outcomesByEndpoint(results: AttemptResult[]): object[] {
  return [...Map.groupBy(results, ({ endpointId }) => endpointId)].map(([id, ofEndpoint]) => {
    const { true: successes = [], false: failures = [] } = Object.groupBy(ofEndpoint, ({ state }) =>
      state === 'succeeded' ? 'true' : 'false',
    );
    const latest = (some: AttemptResult[]) =>
      some.length === 0 ? null : new Date(Math.max(...some.map(({ endedAt }) => endedAt)));
    return {
      id,
      succeeded_at: latest(successes),
      failed_at: latest(failures),
      // After the last success.
      failures: ofEndpoint.length - 1 - ofEndpoint.findLastIndex(({ state }) => state === 'succeeded'),
    };
  });
}

async function findHopeless(
  tx: Transaction<Database>,
  results: AttemptResult[],
  { hopeless }: RecordingLimits,
): Promise<DisabledEndpoint[]> {
  const failed = results.filter(({ state }) => state !== 'succeeded');
  if (failed.length === 0) return [];
  const asked = new Map(failed.map(({ endpointId, disable }) => [endpointId, disable]));
  const rows = await tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'tenant_id', 'name', 'url', 'failing_ms', 'failing_attempts'])
    .where('id', 'in', [...asked.keys()])
    .execute();
  return rows.flatMap(
    ({ id, tenant_id: tenantId, name, url, failing_ms: failingMs, failing_attempts: attempts }) => {
      const isHopeless = Number(failingMs) >= hopeless.failingMs && attempts >= hopeless.attempts;
      const reason = asked.get(id) ?? (isHopeless ? hopeless.reason : undefined);
      return reason === undefined ? [] : [{ endpointId: id, tenantId, name, url, reason }];
    },
  );
}

const FAILING_HOURS = 120;

/**
 * When an endpoint counts as hopeless. Time between two failed attempts counts if it is no longer than a delivery waits between attempts;
 * a longer one, or one in which this process started, is time in which nobody asked the endpoint.
 */
export const HOPELESS = {
  failingMs: FAILING_HOURS * 3_600_000,
  /** Failed attempts in a row, none of them after a gap that does not count. */
  attempts: 4,
  longestGapMs: LONGEST_WAIT_MS,
  reason: [reason('always_failed', { hours: FAILING_HOURS })],
};
