import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** Events that want into the window of a key. */
export interface WantedEvents {
  key: string;
  wanted: number;
  limit: number;
}

/** What became of them. */
export interface AdmittedEvents {
  /** Events that the window held before. */
  used: number;
  /** Of the wanted ones. */
  admitted: number;
  /** The oldest event in the window afterwards, epoch ms; now when there is none. */
  oldestAt: number;
}

/** Requests of a credential that want in, and what its whole tenant may make. */
export interface WantedRequests extends WantedEvents {
  tenant: string;
  tenantLimit: number;
}

/** What became of them. */
export interface AdmittedRequests extends AdmittedEvents {
  /** The oldest request in the window of the tenant. */
  tenantOldestAt: number;
}

/** Up to this limit every event has its own instant; above it events are counted by steps, so that a window stays small. */
const LARGEST_EXACT_LIMIT = 600;
const STEPS_OF_LARGE_LIMITS = 120;

/**
 * Lets events into the sliding windows of their keys, each as far as its limit allows: one statement, exact over all
 * processes. An event counts for `windowMs`, with a limit above 600 up to a 120th of that longer. Keys must differ.
 */
export async function takeRequests(
  db: Db,
  events: readonly WantedEvents[],
  window: { windowMs: number; now: number },
): Promise<AdmittedEvents[]> {
  const { order, values } = inOrderOfKeys(events, window);
  const { rows } = await db.executeQuery<OutcomeRow>(
    CompiledQuery.raw('select * from take_requests($1, $2, $3, $4, $5, $6)', values),
  );
  return inOrderOfEvents(order, rows);
}

/**
 * Lets requests in as far as the windows of their credentials and of the tenants allow; what a tenant may not make does not count for its
 * credential. Undefined, and nothing counted, unless the credentials have the version (see `readCredentialVersion`), if one is given. The
 * version of the data is read in the same statement. Keys must differ, and come before those of all tenants.
 */
export async function admitRequests(
  db: Db,
  requests: readonly WantedRequests[],
  { credentials, ...window }: { windowMs: number; now: number; credentials: string | null },
): Promise<{ dataVersion: string; outcomes: AdmittedRequests[] } | undefined> {
  const tenants = [...Map.groupBy(requests, ({ tenant }) => tenant)]
    .map(([key, [{ tenantLimit }]]) => ({ key, wanted: 0, limit: tenantLimit }))
    .sort(byKey);
  const places = new Map(tenants.map(({ key }, i) => [key, i + 1]));
  const { order, values } = inOrderOfKeys(requests, window);
  const [tenantKeys, , tenantLimits, tenantSteps] = inOrderOfKeys(tenants, window).values;
  const { rows } = await db.executeQuery<AdmissionRow>(
    CompiledQuery.raw('select * from admit_requests($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      credentials,
      ...values.slice(0, 4),
      order.map((i) => places.get(requests[i].tenant)),
      tenantKeys,
      tenantLimits,
      tenantSteps,
      ...values.slice(4),
    ]),
  );
  if (rows.length === 0) return undefined;
  const outcomes: AdmittedRequests[] = [];
  rows.forEach((row, i) => {
    outcomes[order[i]] = { ...toOutcome(row), tenantOldestAt: row.tenant_oldest_ms };
  });
  return { dataVersion: rows[0].data_at, outcomes };
}

interface OutcomeRow {
  used: number;
  admitted: number;
  oldest_ms: number;
}

interface AdmissionRow extends OutcomeRow {
  data_at: string;
  tenant_oldest_ms: number;
}

/** What `admitRequests` reads beside the windows. */
export async function readVersions(db: Db): Promise<{ credentials: string; dataVersion: string }> {
  const { rows } = await sql<{ credentials: string; dataVersion: string }>`
    select c.version as credentials, d.version as "dataVersion" from credential_version c, data_version d`.execute(
    db,
  );
  return rows[0];
}

/** The arguments of the database's functions, and which event stands at each place. */
function inOrderOfKeys(
  events: readonly WantedEvents[],
  { windowMs, now }: { windowMs: number; now: number },
): { order: number[]; values: unknown[] } {
  const order = events.map((_, i) => i).sort((a, b) => byKey(events[a], events[b]));
  const sorted = order.map((i) => events[i]);
  const steps = sorted.map(({ limit }) => stepOf(limit, windowMs));
  const keys = sorted.map(({ key }) => key);
  const wanted = sorted.map((event) => event.wanted);
  const limits = sorted.map(({ limit }) => limit);
  return { order, values: [keys, wanted, limits, steps, windowMs, now] };
}

function inOrderOfEvents(order: readonly number[], rows: readonly OutcomeRow[]): AdmittedEvents[] {
  const outcomes: AdmittedEvents[] = [];
  rows.forEach((row, i) => {
    outcomes[order[i]] = toOutcome(row);
  });
  return outcomes;
}

function toOutcome({ used, admitted, oldest_ms: oldestAt }: OutcomeRow): AdmittedEvents {
  return { used, admitted, oldestAt };
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}

/** To what multiple the instants of events are rounded up, ms. */
export function stepOf(limit: number, windowMs: number): number {
  return limit <= LARGEST_EXACT_LIMIT ? 1 : windowMs / STEPS_OF_LARGE_LIMITS;
}

/** Takes the newest event of a key back, if it has one. */
export async function releaseRequest(db: Db, key: string): Promise<void> {
  await sql`
    update request_window
    set at_ms = case when counts[cardinality(counts)] = 1 then trim_array(at_ms, 1) else at_ms end,
      counts = case
        when counts[cardinality(counts)] = 1 then trim_array(counts, 1)
        else trim_array(counts, 1) || counts[cardinality(counts)] - 1
      end
    where key = ${key} and cardinality(counts) > 0
  `.execute(db);
}

/** Takes every event of a key back. */
export async function deleteWindow(db: Db, key: string): Promise<void> {
  await sql`delete from request_window where key = ${key}`.execute(db);
}

/** Forgets the windows that hold no event any more. */
export async function deleteIdleWindows(db: Db, now: number): Promise<void> {
  await sql`
    delete from request_window
    where key in (select key from request_window where idle_at_ms <= ${now}::float8 for update skip locked)
  `.execute(db);
}
