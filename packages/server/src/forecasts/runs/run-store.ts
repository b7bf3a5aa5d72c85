import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import { type ForecastPoint, POINT_VALUES } from '@lonja/forecasting/data';
import { sql } from 'kysely';
import type { ClearedExtremes } from '../../ground/database/forecast-schema.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/** Which runs a reader may see: those of one product and one world that were published by `asOf`. */
export interface VisibleRuns {
  product: Product;
  dataOrigin: DataOrigin;
  asOf: number;
}

/** A stored run without its points. Instants are epoch ms; days are inclusive. */
export interface ForecastRun {
  id: string;
  product: Product;
  dataOrigin: DataOrigin;
  modelVersionId: string;
  /** The instant that it answers: of the schedule, or the arrival of an input. */
  scheduledFor: number;
  /** What was available then has entered it. */
  issuedAt: number;
  /** When it could be read. */
  publishedAt: number;
  dataAsOf: number;
  knownUntil: number;
  firstDay: DeliveryDay;
  lastDay: DeliveryDay;
  degraded: string[];
  /** The same as data; undefined for runs of before that was kept. */
  degradedReasons: DegradedReason[] | undefined;
  /** What had ever cleared in its auction when it was issued; undefined where hardly anything had, and for runs of before that was kept. */
  clearedExtremes: ClearedExtremes | undefined;
}

/** The newest run for each delivery day that has one. */
interface CoveredDay {
  day: DeliveryDay;
  runId: string;
  issuedAt: number;
}

/** `[from, to)` in epoch ms. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The newest visible run, of those that cover the given days and were issued at or after `issuedFrom` where given. */
export async function findNewestRun(
  db: Db,
  visible: VisibleRuns,
  filter: { coversFirst?: DeliveryDay; coversLast?: DeliveryDay; issuedFrom?: number } = {},
): Promise<ForecastRun | undefined> {
  let query = selectRuns(db, visible);
  if (filter.coversFirst !== undefined) query = query.where('first_day', '<=', filter.coversFirst);
  if (filter.coversLast !== undefined) query = query.where('last_day', '>=', filter.coversLast);
  if (filter.issuedFrom !== undefined) query = query.where('issued_at', '>=', new Date(filter.issuedFrom));
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : toRun(row);
}

/** When the newest run of all was issued; undefined when there is none. */
export async function findNewestIssueOfAll(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select((eb) => eb.fn.max('issued_at').as('newest'))
    .executeTakeFirst();
  return row?.newest?.getTime();
}

/** The newest visible run that has a point of the resolution starting within the range; `days` are those it touches. */
export async function findNewestRunWithPoint(
  db: Db,
  visible: VisibleRuns,
  wanted: TimeRange & { resolution: 'PT15M' | 'PT1H'; days: { from: DeliveryDay; to: DeliveryDay } },
): Promise<ForecastRun | undefined> {
  const row = await selectRuns(db, visible)
    .where('first_day', '<=', wanted.days.to)
    .where('last_day', '>=', wanted.days.from)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('forecast_point')
          .select('forecast_point.run_id')
          .whereRef('forecast_point.run_id', '=', 'forecast_run.id')
          .where('forecast_point.resolution', '=', wanted.resolution)
          .where('forecast_point.start_at', '>=', new Date(wanted.from))
          .where('forecast_point.start_at', '<', new Date(wanted.to)),
      ),
    )
    .executeTakeFirst();
  return row === undefined ? undefined : toRun(row);
}

/** A run by its id, whatever its product and world. */
export async function findRun(db: Db, runId: string): Promise<ForecastRun | undefined> {
  const row = await selectRunColumns(db).where('id', '=', runId).executeTakeFirst();
  return row === undefined ? undefined : toRun(row);
}

/** All points of a run in order of time. */
export async function listPoints(
  db: Db,
  runId: string,
  resolution: 'PT15M' | 'PT1H',
): Promise<ForecastPoint[]> {
  const rows = await db
    .selectFrom('forecast_point')
    .select(['start_at', ...POINT_VALUES])
    .where('run_id', '=', runId)
    .where('resolution', '=', resolution)
    .orderBy('start_at')
    .execute();
  return rows.map(({ start_at, ...values }) => ({ start: start_at.getTime(), ...values }));
}

/** Every delivery day that a visible run covers, newest day first, with the newest run for it. */
export async function listCoveredDays(db: Db, visible: VisibleRuns): Promise<CoveredDay[]> {
  const { rows } = await sql<{ day: string; run_id: string; issued_at: Date }>`
    select distinct on (day) day::date as day, run.id as run_id, run.issued_at
    from forecast_run as run
    cross join generate_series(run.first_day::timestamp, run.last_day::timestamp, interval '1 day') as day
    where run.product = ${visible.product}
      and run.data_origin = ${visible.dataOrigin}
      and run.published_at <= ${new Date(visible.asOf)}
    order by day desc, run.issued_at desc, run.created_at desc
  `.execute(db);
  return rows.map((row) => ({ day: row.day, runId: row.run_id, issuedAt: row.issued_at.getTime() }));
}

function selectRuns(db: Db, visible: VisibleRuns) {
  return selectVisibleRuns(db, visible).orderBy('issued_at', 'desc').orderBy('created_at', 'desc').limit(1);
}

/** The visible runs in no order; for the other queries of the store. */
export function selectVisibleRuns(db: Db, visible: VisibleRuns) {
  return (
    selectRunColumns(db)
      .where('product', '=', visible.product)
      .where('data_origin', '=', visible.dataOrigin)
      .where('published_at', '<=', new Date(visible.asOf))
      // No run is published before it is issued, by which the index goes.
      .where('issued_at', '<=', new Date(visible.asOf))
  );
}

function selectRunColumns(db: Db) {
  return db
    .selectFrom('forecast_run')
    .select([
      'forecast_run.id',
      'data_origin',
      'model_version_id',
      'scheduled_for',
      'issued_at',
      'published_at',
      'data_as_of',
      'known_until',
      'first_day',
      'last_day',
      'degraded',
      'degraded_reasons',
      'cleared_extremes',
      sql<Product>`product`.as('product'),
    ]);
}

type RunRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectRunColumns>['executeTakeFirst']>>>;

export function toRun(row: RunRow): ForecastRun {
  return {
    id: row.id,
    product: row.product,
    dataOrigin: row.data_origin,
    modelVersionId: row.model_version_id,
    scheduledFor: row.scheduled_for.getTime(),
    issuedAt: row.issued_at.getTime(),
    publishedAt: row.published_at.getTime(),
    dataAsOf: row.data_as_of.getTime(),
    knownUntil: row.known_until.getTime(),
    firstDay: row.first_day,
    lastDay: row.last_day,
    degraded: row.degraded,
    degradedReasons: row.degraded_reasons ?? undefined,
    clearedExtremes: row.cleared_extremes ?? undefined,
  };
}

/** A run with the points that answer a request. */
export interface ServedRun {
  run: ForecastRun;
  points: readonly ForecastPoint[];
}

/**
 * The runs a caller may see now, or saw at `asOf` where that is earlier: those of the world that is served. Undefined while
 * there is no such world yet.
 */
export async function findVisibleRuns(
  context: ReadContext,
  product: Product,
  asOf = Number.POSITIVE_INFINITY,
): Promise<VisibleRuns | undefined> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return undefined;
  return { product, dataOrigin, asOf: Math.min(asOf, context.clock.now()) };
}

export interface LatestRun {
  issuedAt: number;
  /** The instant that it answers: a schedule, or the arrival of an input. */
  answers: number;
  degraded: string[];
}

/** The newest run of a product that was issued by `now`; undefined when there is none. Instants are epoch ms. */
export async function findLatestRun(
  db: Db,
  { product, dataOrigin, now }: { product: Product; dataOrigin: DataOrigin; now: number },
): Promise<LatestRun | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select(['issued_at', 'scheduled_for', 'degraded'])
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .where('published_at', '<=', new Date(now))
    .orderBy('scheduled_for', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      issuedAt: row.issued_at.getTime(),
      answers: row.scheduled_for.getTime(),
      degraded: row.degraded,
    }
  );
}

/** A published run with all that it takes to compute it again. Epoch ms. */
export interface RepeatableRun extends ForecastRun {
  /** Undefined for runs of before this was kept. */
  calibratedOn: number[] | undefined;
}

/** The run of an id; throws where there is none. */
export async function getRepeatableRun(db: Db, runId: string): Promise<RepeatableRun> {
  const run = await findRun(db, runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  const row = await db
    .selectFrom('forecast_run')
    .select('calibrated_on')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return {
    ...run,
    calibratedOn: row.calibrated_on?.map((instant) => instant.getTime()),
  };
}

/** Runs whose first delivery day is `day` that a version served, and those that it made in the shadow of another, by time of issue. */
export async function listRunsOfVersion(
  db: Db,
  { modelVersionId, day }: { modelVersionId: string; day: DeliveryDay },
): Promise<{ served: string[]; shadowed: string[] }> {
  const served = await db
    .selectFrom('forecast_run')
    .select('id')
    .where('model_version_id', '=', modelVersionId)
    .where('first_day', '=', day)
    .orderBy('issued_at')
    .execute();
  const shadowed = await db
    .selectFrom('shadow_run as shadow')
    .innerJoin('forecast_run as run', 'run.id', 'shadow.run_id')
    .select('run.id')
    .where('shadow.model_version_id', '=', modelVersionId)
    .where('shadow.hourly_values', '!=', sql<number[]>`'{}'`)
    .where('run.first_day', '=', day)
    .orderBy('run.issued_at')
    .execute();
  return { served: served.map(({ id }) => id), shadowed: shadowed.map(({ id }) => id) };
}
