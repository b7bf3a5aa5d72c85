import { type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Feed } from '../observations/feeds.ts';
import { listDaysKnownFrom } from '../observations/observation-spans.ts';
import { appendObservations } from '../observations/observations.ts';
import { recordArrival, type PublicationKey } from '../publications/publications.ts';
import { AWAITED_MS } from '../ingest/store-day.ts';
import type { SeriesReport } from './import-report.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { sql } from 'kysely';

const STEP = 'Storing series';

/**
 * Appends series as feeds of one source, all of them or, when something fails, none. Values of the last week that a published run
 * had to do without count as known from `now` on and stand in the ledger as come then, which makes a further run while it is worth while: those
 * of the series whose instants are `assumed` by a rule. Others, such as revisions in their order, are taken at their word.
 */
export async function storeSeries(
  db: Db,
  source: string,
  series: Series[],
  { assumed, onProgress }: { assumed?: { now: number; keys: ReadonlySet<string> }; onProgress: Progress },
): Promise<SeriesReport[]> {
  const filled = series.filter(({ start }) => start.length > 0);
  return inTransaction(db, async (tx) => {
    const now = assumed?.now ?? -Infinity;
    const issuedAt = assumed && (await findNewestIssue(tx, { dataOrigin: 'market', asOf: now }));
    const reports: SeriesReport[] = [];
    for (const { key, resolution, unit, ...rows } of filled) {
      onProgress(STEP, reports.length, filled.length);
      const feed = { series: key, source, resolution, unit };
      const lateUntil = assumed?.keys.has(key) === true ? (issuedAt ?? -Infinity) : -Infinity;
      const isLate = (usual: number) => usual <= lateUntil && usual > now - AWAITED_MS;
      const availableAt = rows.availableAt.map((usual) => (isLate(usual) ? now : usual));
      const result = await appendObservations(tx, feed, { ...rows, availableAt });
      if (result.inserted + result.corrected > 0) await recordLateDays(tx, feed, rows, { isLate, now });
      reports.push({
        series: key,
        resolution,
        rows: rows.start.length,
        firstDay: deliveryDayOf(rows.start[0]),
        lastDay: deliveryDayOf(rows.start[rows.start.length - 1]),
        ...result,
      });
    }
    onProgress(STEP, filled.length, filled.length);
    return reports;
  });
}

/** Works in the caller's transaction, or in one of its own. */
function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Enters into the ledger the days of late values that brought something new, each as expected when its last value usually is. */
async function recordLateDays(
  tx: Db,
  { series, source }: Pick<Feed, 'series' | 'source'>,
  { start, availableAt }: Pick<Series, 'start' | 'availableAt'>,
  { isLate, now }: { isLate: (usual: number) => boolean; now: number },
): Promise<void> {
  const late = [...start.keys()].filter((i) => isLate(availableAt[i]));
  if (late.length === 0) return;
  const expected = new Map<DeliveryDay, number>();
  for (const i of late) {
    const day = deliveryDayOf(start[i]);
    expected.set(day, Math.max(availableAt[i], expected.get(day) ?? -Infinity));
  }
  const span = { from: start[late[0]], to: start[late[late.length - 1]] + 1 };
  for (const day of await listDaysKnownFrom(tx, { series, source, ...span, knownFrom: now })) {
    const expectedAt = expected.get(day);
    if (expectedAt !== undefined) await recordArrival(tx, { source, name: series, day, expectedAt, now });
  }
}

/** When the newest run of any product that was published by `asOf` was issued; undefined when there was none. */
async function findNewestIssue(
  db: Db,
  { dataOrigin, asOf }: { dataOrigin: DataOrigin; asOf: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select((eb) => eb.fn.max('issued_at').as('newest'))
    .where('data_origin', '=', dataOrigin)
    .where('published_at', '<=', new Date(asOf))
    .executeTakeFirst();
  return row?.newest?.getTime();
}

/** A day that an import brought; instants are epoch ms. */
export interface ImportedDay extends PublicationKey {
  state: 'complete' | 'no_result';
  expectedAt: number;
  /** When the source is asked for it again; undefined: not. */
  nextAttemptAt: number | undefined;
}

/**
 * Enters days that an import brought into the ledger, as published at their usual instant. A line that is complete stays as it is, and no
 * line loses prices that are there; an auction that was known to have no result and has one now is corrected `now`.
 */
export async function recordImportedDays(db: Db, days: readonly ImportedDay[], now: number): Promise<void> {
  if (days.length === 0) return;
  const date = (instant: number | undefined) => (instant === undefined ? null : new Date(instant));
  const column = <T>(pick: (day: ImportedDay) => T) => days.map(pick);
  await sql`
    insert into publication (source, name, day, expected_at, state, published_at, last_attempt_at, next_attempt_at)
    select source, name, day, expected_at, state, expected_at, ${new Date(now)}, next_attempt_at
    from unnest(
      ${column(({ source }) => source)}::text[],
      ${column(({ name }) => name)}::text[],
      ${column(({ day }) => day)}::date[],
      ${column(({ expectedAt }) => date(expectedAt))}::timestamptz[],
      ${column(({ state }) => state)}::text[],
      ${column(({ nextAttemptAt }) => date(nextAttemptAt))}::timestamptz[]
    ) as imported (source, name, day, expected_at, state, next_attempt_at)
    on conflict (source, name, day) do update set
      state = excluded.state,
      published_at = coalesce(publication.published_at, excluded.published_at),
      last_attempt_at = excluded.last_attempt_at,
      next_attempt_at = excluded.next_attempt_at,
      corrections = publication.corrections + (publication.state = 'no_result')::int,
      corrected_at = case when publication.state = 'no_result' then ${new Date(now)} else publication.corrected_at end,
      reason = null,
      reason_codes = null
    where publication.state <> 'complete' and (publication.state <> 'no_result' or excluded.state = 'complete')
  `.execute(db);
}
