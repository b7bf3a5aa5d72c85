import { randomUUID } from 'node:crypto';
import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import { type ForecastPoint, POINT_VALUES } from '@lonja/forecasting/data';
import { sql, type Transaction } from 'kysely';
import { addCalibrationForecasts, type CalibrationForecast } from './calibration-forecasts.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import { appendEvidence } from './append-evidence.ts';
import { appendRunEvents } from './run-events.ts';
import { findClearedExtremes } from '../../market/prices/cleared-extremes.ts';
import { insertDistributions, type RunDistributions } from './run-distributions.ts';
import { insertZoneSpreads, type RunZoneSpreads } from './zone-spreads.ts';
import { type DayExplanation, insertContributions } from './forecast-contributions.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

export interface NewForecastRun {
  product: Product;
  dataOrigin: DataOrigin;
  modelVersionId: string;
  issuedAt: number;
  scheduledFor: number;
  dataAsOf: number;
  knownUntil: number;
  firstDay: DeliveryDay;
  lastDay: DeliveryDay;
  /** Why it is weaker than usual, in English sentences and as data. */
  degraded: string[];
  degradedReasons?: DegradedReason[] | undefined;
  /** Scheduled instants of the calibration forecasts that the bounds learnt from, epoch ms. */
  calibratedOn: number[];
  hours: ForecastPoint[];
  /** Empty while the market has no quarter-hourly history. */
  quarters: ForecastPoint[];
  /** The distributions that the points are of; absent where there are none. */
  distributions?: RunDistributions | undefined;
  /** How the run lies to that of Spain which it was made from; absent for runs of Spain. */
  zoneSpreads?: RunZoneSpreads | undefined;
  /** What the points rest on, by day; absent where that is not known. */
  explanations?: DayExplanation[];
  /** What later runs learn from it. */
  learnt?: CalibrationForecast | undefined;
}

/** The clocks of two workers may differ by this much. Runs that lie further ahead are of a service whose clock was set back on purpose. */
const CLOCK_SKEW_MS = 15 * 60_000;

/** The run that answers a scheduled instant, issued by `now` or by a worker whose clock is ahead. */
export async function findRunOfSchedule(
  db: Db,
  slot: { product: Product; dataOrigin: DataOrigin; scheduledFor: number; now: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select('id')
    .where('product', '=', slot.product)
    .where('data_origin', '=', slot.dataOrigin)
    .where('scheduled_for', '=', new Date(slot.scheduledFor))
    .where('issued_at', '<=', new Date(slot.now + CLOCK_SKEW_MS))
    .executeTakeFirst();
  return row?.id;
}

/** The newest run of a first delivery day that was issued from an instant on, by `now`, with what it answers; undefined when there is none. */
export async function findRunSince(
  db: Db,
  slot: { product: Product; dataOrigin: DataOrigin; firstDay: DeliveryDay; since: number; now: number },
): Promise<{ issuedAt: number; scheduledFor: number } | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select(['issued_at', 'scheduled_for'])
    .where('product', '=', slot.product)
    .where('data_origin', '=', slot.dataOrigin)
    .where('first_day', '=', slot.firstDay)
    .where('issued_at', '>=', new Date(slot.since))
    .where('published_at', '<=', new Date(slot.now))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { issuedAt: row.issued_at.getTime(), scheduledFor: row.scheduled_for.getTime() };
}

/** When the runs of a model version that answer some scheduled instants were issued, by these; epoch ms. */
export async function listIssueInstants(
  db: Db,
  set: { product: Product; dataOrigin: DataOrigin; modelVersionId: string },
  scheduledFor: readonly number[],
): Promise<Map<number, number>> {
  if (scheduledFor.length === 0) return new Map();
  const rows = await db
    .selectFrom('forecast_run')
    .select(['scheduled_for', 'issued_at'])
    .where('product', '=', set.product)
    .where('data_origin', '=', set.dataOrigin)
    .where('model_version_id', '=', set.modelVersionId)
    .where(
      'scheduled_for',
      'in',
      scheduledFor.map((instant) => new Date(instant)),
    )
    .execute();
  return new Map(rows.map((row) => [row.scheduled_for.getTime(), row.issued_at.getTime()]));
}

interface PublishedRun {
  id: string;
  /** False where another worker had answered the schedule. */
  isNew: boolean;
}

/**
 * Writes a run, published `now`, all its points, what later runs learn from it and its events in one transaction and gives its id. When another worker has published the same scheduled
 * run by `now`, nothing is written and that run's id is given: a schedule is answered once. Refuses points that are not
 * finite or whose bounds cross. With `announces` false, for runs of past instants, there is no event of it, no alert rule is held against
 * it, and it enters the list of evidence only with the runs of before the list (`listFormerRuns`).
 */
export async function publishRun(
  db: Db,
  run: NewForecastRun,
  now: number,
  { announces = true }: { announces?: boolean } = {},
): Promise<PublishedRun> {
  for (const point of [...run.hours, ...run.quarters]) assertServable(point);
  const clearedExtremes = await findClearedExtremes(db, { ...run, asOf: run.issuedAt });
  return db.transaction().execute(async (tx) => {
    await lockSchedule(tx, run);
    const published = await findRunOfSchedule(tx, { ...run, now });
    if (published !== undefined) return { id: published, isNew: false };
    const id = randomUUID();
    await tx
      .insertInto('forecast_run')
      .values({
        id,
        product: run.product,
        data_origin: run.dataOrigin,
        model_version_id: run.modelVersionId,
        issued_at: new Date(run.issuedAt),
        published_at: new Date(now),
        scheduled_for: new Date(run.scheduledFor),
        repeat: await countRunsOfSchedule(tx, run),
        data_as_of: new Date(run.dataAsOf),
        known_until: new Date(run.knownUntil),
        first_day: run.firstDay,
        last_day: run.lastDay,
        degraded: run.degraded,
        degraded_reasons: run.degradedReasons === undefined ? null : JSON.stringify(run.degradedReasons),
        cleared_extremes: clearedExtremes === undefined ? null : JSON.stringify(clearedExtremes),
        calibrated_on: run.calibratedOn.map((instant) => new Date(instant)),
      })
      .execute();
    await insertPoints(tx, id, 'PT1H', run.hours);
    await insertPoints(tx, id, 'PT15M', run.quarters);
    if (run.distributions !== undefined) await insertDistributions(tx, id, run.distributions);
    if (run.zoneSpreads !== undefined) await insertZoneSpreads(tx, id, run.zoneSpreads);
    await insertContributions(tx, id, run.explanations ?? []);
    if (run.learnt !== undefined) await addCalibrationForecasts(tx, run, [run.learnt]);
    if (announces) {
      await appendEvidence(tx, id, now);
      await appendRunEvents(tx, { ...run, id }, now);
    }
    return { id, isNew: true };
  });
}

/** Runs that answered the schedule before the clock was set back. Held against others by the lock of the schedule and a unique index. */
async function countRunsOfSchedule(tx: Transaction<Database>, run: NewForecastRun): Promise<number> {
  const { count } = await tx
    .selectFrom('forecast_run')
    .select(({ fn }) => sql<number>`coalesce(${fn.max('repeat')} + 1, 0)`.as('count'))
    .where('product', '=', run.product)
    .where('data_origin', '=', run.dataOrigin)
    .where('scheduled_for', '=', new Date(run.scheduledFor))
    .executeTakeFirstOrThrow();
  return count;
}

async function insertPoints(
  tx: Transaction<Database>,
  runId: string,
  resolution: 'PT1H' | 'PT15M',
  points: ForecastPoint[],
): Promise<void> {
  const columns = sql.join(POINT_VALUES.map((name) => sql.ref(name)));
  const values = POINT_VALUES.map((name) => sql`${points.map((point) => point[name])}::double precision[]`);
  await sql`
    insert into forecast_point (run_id, resolution, start_at, ${columns})
    select ${runId}::uuid, ${resolution}, to_timestamp(start / 1000), ${columns}
    from unnest(${points.map(({ start }) => start)}::double precision[], ${sql.join(values)}) as point (start, ${columns})
  `.execute(tx);
}

async function lockSchedule(tx: Transaction<Database>, run: NewForecastRun): Promise<void> {
  const schedule = `forecast-run ${run.product} ${run.dataOrigin} ${run.scheduledFor}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${schedule}, 0))`.execute(tx);
}

function assertServable(point: ForecastPoint): void {
  const ordered = point.p10 <= point.value && point.value <= point.p90;
  if (!ordered || !Number.isFinite(point.p10) || !Number.isFinite(point.p90)) {
    throw new Error(
      `The point at ${new Date(point.start).toISOString()} is not servable: ${JSON.stringify(point)}.`,
    );
  }
}
