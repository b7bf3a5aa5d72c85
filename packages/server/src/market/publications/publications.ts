import type { DeliveryDay } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import {
  type Reasons,
  reasonsText,
  sentenceOf,
  sentenceOrNull,
  storedReasons,
} from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { STAND_IN_SOURCES } from '../observations/feeds.ts';

/** `no_result`: the source has published the day, but its auction has no prices. */
export type PublicationState = 'waiting' | 'quarantined' | 'complete' | 'no_result';

/** Whether the source has said all that there is of a day for now. */
export function isSettled(state: PublicationState): boolean {
  return state === 'complete' || state === 'no_result';
}

/** One line of the ledger; instants are epoch ms. */
export interface PublicationRecord {
  source: string;
  name: string;
  day: DeliveryDay;
  expectedAt: number;
  state: PublicationState;
  attempts: number;
  lastAttemptAt: number | undefined;
  nextAttemptAt: number | undefined;
  publishedAt: number | undefined;
  corrections: number;
  correctedAt: number | undefined;
  reason: Reasons | undefined;
}

export interface PublicationKey {
  source: string;
  name: string;
  day: DeliveryDay;
}

/** Adds days to the ledger, in one statement; those that are in it stay as they are. */
export async function expectPublications(
  db: Db,
  records: (PublicationKey & { expectedAt: number; nextAttemptAt: number })[],
): Promise<void> {
  if (records.length === 0) return;
  const column = <Value>(of: (record: (typeof records)[number]) => Value) =>
    records.map((record) => of(record));
  await sql`
    insert into publication (source, name, day, expected_at, next_attempt_at)
    select source, name, day, to_timestamp(expected_ms / 1000), to_timestamp(next_ms / 1000)
    from unnest(
      ${column(({ source }) => source)}::text[],
      ${column(({ name }) => name)}::text[],
      ${column(({ day }) => day)}::date[],
      ${column(({ expectedAt }) => expectedAt)}::float8[],
      ${column(({ nextAttemptAt }) => nextAttemptAt)}::float8[]
    ) as line (source, name, day, expected_ms, next_ms)
    on conflict do nothing`.execute(db);
}

/** Lines whose next attempt is due, the one expected last first: what is new matters most. */
export async function listDuePublications(
  db: Db,
  { now, sources, limit }: { now: number; sources: readonly string[]; limit: number },
): Promise<PublicationRecord[]> {
  if (sources.length === 0) return [];
  const rows = await db
    .selectFrom('publication')
    .selectAll()
    .where('next_attempt_at', '<=', new Date(now))
    .where('source', 'in', [...sources])
    .orderBy('expected_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRecord);
}

/**
 * Notes of the days that are due at a source whose requests are paused why they are not requested: when they come, they come late. When they are
 * asked for stays as it is.
 */
export async function noteRest(
  db: Db,
  { source, now, reason }: { source: string; now: number; reason: Reasons },
): Promise<void> {
  await db
    .updateTable('publication')
    .set({ reason: sentenceOf(reason), reason_codes: reasonsText(reason) })
    .where('source', '=', source)
    .where('next_attempt_at', '<=', new Date(now))
    .where('state', '=', 'waiting')
    .where('reason', 'is', null)
    .execute();
}

export async function findPublications(
  db: Db,
  { source, name, from, to }: { source: string; name: string; from: DeliveryDay; to: DeliveryDay },
): Promise<Map<DeliveryDay, PublicationRecord>> {
  const rows = await db
    .selectFrom('publication')
    .selectAll()
    .where('source', '=', source)
    .where('name', '=', name)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Map(rows.map((row) => [row.day, toRecord(row)]));
}

/** Writes what an attempt came to. */
export async function recordPublication(db: Db, record: PublicationRecord): Promise<void> {
  const date = (instant: number | undefined) => (instant === undefined ? null : new Date(instant));
  const outcome = {
    state: record.state,
    attempts: record.attempts,
    last_attempt_at: date(record.lastAttemptAt),
    next_attempt_at: date(record.nextAttemptAt),
    published_at: date(record.publishedAt),
    corrections: record.corrections,
    corrected_at: date(record.correctedAt),
    reason: sentenceOrNull(record.reason),
    reason_codes: reasonsText(record.reason),
  };
  const { source, name, day } = record;
  await db
    .insertInto('publication')
    .values({ source, name, day, expected_at: new Date(record.expectedAt), ...outcome })
    .onConflict((conflict) => conflict.columns(['source', 'name', 'day']).doUpdateSet(outcome))
    .execute();
}

/** Notes that a day came, or was corrected, by another way than by asking its source; when it is asked for next stays as it is. */
export async function recordArrival(
  db: Db,
  { source, name, day, expectedAt, now }: PublicationKey & { expectedAt: number; now: number },
): Promise<void> {
  const at = new Date(now);
  await db
    .insertInto('publication')
    .values({
      source,
      name,
      day,
      expected_at: new Date(expectedAt),
      state: 'complete',
      last_attempt_at: at,
      published_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['source', 'name', 'day']).doUpdateSet({
        state: 'complete',
        last_attempt_at: at,
        published_at: sql`coalesce(publication.published_at, ${at})`,
        corrected_at: sql`case when publication.state = 'complete' then ${at} else publication.corrected_at end`,
        corrections: sql`publication.corrections + (publication.state = 'complete')::int`,
        reason: null,
        reason_codes: null,
      }),
    )
    .execute();
}

/**
 * When the newest of the named publications of some days first came, or was last corrected, by whichever source, after `after`; undefined when
 * none did. A source that stands in for others counts where no other has the day.
 */
export async function findArrivalAfter(
  db: Db,
  query: { names: readonly string[]; from: DeliveryDay; to: DeliveryDay; after: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ arrival: Date | null }>`
    select max(arrival) as arrival from (
      select greatest(min(published_at), max(corrected_at)) as arrival
      from (
        select *, source = any(${STAND_IN_SOURCES}) as stands_in,
          bool_and(source = any(${STAND_IN_SOURCES})) over (partition by name, day) as is_alone
        from publication
        where name = any(${query.names}) and day between ${query.from} and ${query.to} and state = 'complete'
      ) as line
      where is_alone or not stands_in
      group by name, day
    ) as publications`.execute(db);
  const arrival = rows[0]?.arrival?.getTime();
  return arrival !== undefined && arrival > query.after ? arrival : undefined;
}

/** Whether one of the named publications of some days fell due within a span and has not come. */
export async function isAwaited(
  db: Db,
  query: {
    names: readonly string[];
    from: DeliveryDay;
    to: DeliveryDay;
    due: { after: number; until: number };
  },
): Promise<boolean> {
  const row = await db
    .selectFrom('publication')
    .select('name')
    .where('name', 'in', [...query.names])
    .where('day', '>=', query.from)
    .where('day', '<=', query.to)
    .where('state', '=', 'waiting')
    .where('expected_at', '>', new Date(query.due.after))
    .where('expected_at', '<=', new Date(query.due.until))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function toRecord(row: {
  source: string;
  name: string;
  day: string;
  expected_at: Date;
  state: PublicationState;
  attempts: number;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  published_at: Date | null;
  corrections: number;
  corrected_at: Date | null;
  reason: string | null;
  reason_codes: Reasons | null;
}): PublicationRecord {
  return {
    source: row.source,
    name: row.name,
    day: row.day,
    expectedAt: row.expected_at.getTime(),
    state: row.state,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at?.getTime(),
    nextAttemptAt: row.next_attempt_at?.getTime(),
    publishedAt: row.published_at?.getTime(),
    corrections: row.corrections,
    correctedAt: row.corrected_at?.getTime(),
    reason: storedReasons(row.reason, row.reason_codes),
  };
}

/** The lines of the ledger expected in a span of time, by source, publication and day. */
export async function listPublicationsExpected(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<PublicationRecord[]> {
  const rows = await db
    .selectFrom('publication')
    .selectAll()
    .where('expected_at', '>=', new Date(from))
    .where('expected_at', '<', new Date(to))
    .orderBy('source')
    .orderBy('name')
    .orderBy('day')
    .execute();
  return rows.map(toRecord);
}
