import { CompiledQuery, sql } from 'kysely';
import type { Db } from './database.ts';

/** Events that want into the window of a key. */
export interface WantedEvents {
  key: string;
  wanted: number;
  limit: number;
  /** Further ones to count before they come. */
  ahead?: number;
}

/** What became of them. */
export interface AdmittedEvents {
  /** Events that the window held before. */
  used: number;
  /** Of the wanted ones and those ahead of them, in this order. */
  admitted: number;
  /** The oldest event in the window afterwards, epoch ms; now when there is none. */
  oldestAt: number;
}

/** What must still be so for events to be let in. */
export interface Versions {
  /** See `readDataVersion`. */
  data: string;
  /** See `readCredentialVersion`. */
  credentials: string;
}

/** Up to this limit every event has its own instant; above it events are counted by steps, so that a window stays small. */
const LARGEST_EXACT_LIMIT = 600;
const STEPS_OF_LARGE_LIMITS = 120;

/** How long after it asked a process may let in what was counted ahead. The database holds the versions a little longer. */
export const HOLD_MS = 100;
const HOLD_IN_DATABASE_MS = 120;

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
 * `takeRequests` as long as the versions are the present ones; otherwise nothing is counted and the answer is undefined. Where requests
 * are counted ahead, no commit raises a version for `HOLD_MS` from the call on.
 */
export async function takeRequestsAt(
  db: Db,
  events: readonly WantedEvents[],
  { versions, ...window }: { windowMs: number; now: number; versions: Versions },
): Promise<AdmittedEvents[] | undefined> {
  const { order, values } = inOrderOfKeys(events, window);
  const at = [versions.data, versions.credentials];
  const ahead = order.map((i) => events[i].ahead ?? 0);
  const query = ahead.some((number) => number > 0)
    ? CompiledQuery.raw('select * from take_requests_ahead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
        ...at,
        HOLD_IN_DATABASE_MS,
        ...values.slice(0, 2),
        ahead,
        ...values.slice(2),
      ])
    : CompiledQuery.raw('select * from take_requests_at($1, $2, $3, $4, $5, $6, $7, $8)', [...at, ...values]);
  const { rows } = await db.executeQuery<OutcomeRow>(query);
  return rows.length === 0 ? undefined : inOrderOfEvents(order, rows);
}

interface OutcomeRow {
  used: number;
  admitted: number;
  oldest_ms: number;
}

/** The arguments of the database's functions, and which event stands at each place. */
function inOrderOfKeys(
  events: readonly WantedEvents[],
  { windowMs, now }: { windowMs: number; now: number },
): { order: number[]; values: unknown[] } {
  const order = events.map((_, i) => i).sort((a, b) => (events[a].key < events[b].key ? -1 : 1));
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
    outcomes[order[i]] = { used: row.used, admitted: row.admitted, oldestAt: row.oldest_ms };
  });
  return outcomes;
}

/** The instant at which an event of now counts. */
export function countedAt(limit: number, { windowMs, now }: { windowMs: number; now: number }): number {
  const step = stepOf(limit, windowMs);
  return Math.ceil(now / step) * step;
}

function stepOf(limit: number, windowMs: number): number {
  return limit <= LARGEST_EXACT_LIMIT ? 1 : windowMs / STEPS_OF_LARGE_LIMITS;
}

/** Takes back events of a key that were counted ahead at an instant and did not come. */
export async function returnRequests(
  db: Db,
  { key, countedAt, number }: { key: string; countedAt: number; number: number },
): Promise<void> {
  await sql`select return_requests(${key}, ${countedAt}, ${number})`.execute(db);
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
