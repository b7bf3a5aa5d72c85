import { type ForecastPoint, POINT_VALUES } from '@lonja/forecasting/data';
import type { DeliveryDay, Product, ScheduledRun } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { epochMs, packedNumbers } from '../../ground/database/arrays.ts';
import { noteDataChange } from '../../market/observations/data-version.ts';
import { backtestedPoints } from './backtested-runs.ts';
import type { CalibrationSet } from './calibration-forecasts.ts';

/** A past run of Spain that one of another zone is still to be made from. */
export interface ZoneBacktest extends ScheduledRun {
  /** On how many past forecasts the bounds of Spain's rest. */
  restsOn: number;
  /** Spain's run where it was issued. */
  runId: string | undefined;
  /** The hours of Spain's where it was made up; else empty. */
  points: Pick<ForecastPoint, 'value' | 'p10' | 'p90'>[];
}

/** Of which zone's runs, and of which scheduled instants, epoch ms. */
interface ZoneBacktestQuery extends CalibrationSet {
  /** Spain's product of the same auction. */
  auction: Product;
  scheduledFor: readonly number[];
}

/**
 * The runs of Spain at some instants, issued or made up, that the zone has neither a run nor a made-up run of yet, or one that was made from
 * Spain's with bounds that rested on fewer past forecasts. Newest first.
 */
export async function listDueZoneBacktests(db: Db, query: ZoneBacktestQuery): Promise<ZoneBacktest[]> {
  const { rows } = await sql<{
    scheduled_ms: number;
    first_day: DeliveryDay;
    rests_on: number;
    run_id: string | null;
    hours: string | null;
  }>`
    select ${epochMs('scheduled_for')} as scheduled_ms, first_day::text as first_day, rests_on, run_id,
      ${packedNumbers('hours')} as hours
    from (${dueRuns(query)}) as due
    order by scheduled_for desc
  `.execute(db);
  return rows.map((row) => ({
    scheduledFor: row.scheduled_ms,
    firstDay: row.first_day,
    restsOn: row.rests_on,
    runId: row.run_id ?? undefined,
    points: row.hours === null ? [] : backtestedPoints(row.hours),
  }));
}

/** How many of them there are. */
export async function countDueZoneBacktests(db: Db, query: ZoneBacktestQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${dueRuns(query)}) as due`.execute(db);
  return rows[0].count;
}

function dueRuns({ product, auction, dataOrigin, modelVersionId, scheduledFor }: ZoneBacktestQuery) {
  return sql`
    select distinct on (spain.scheduled_for) spain.*
    from (
      select scheduled_for, first_day, greatest(1, coalesce(cardinality(calibrated_on), 0)) as rests_on, id as run_id,
        null::double precision[] as hours, 0 as place
      from forecast_run
      where product = ${auction} and data_origin = ${dataOrigin}
      union all
      select scheduled_for, first_day, backtested_on, null, backtested_hours, 1
      from calibration_forecast
      where product = ${auction} and data_origin = ${dataOrigin} and cardinality(backtested_hours) > 0
    ) as spain
    left join calibration_forecast as made on made.product = ${product} and made.data_origin = ${dataOrigin}
      and made.model_version_id = ${modelVersionId} and made.scheduled_for = spain.scheduled_for
    where spain.scheduled_for in (select to_timestamp(ms / 1000) from unnest(${scheduledFor}::float8[]) as ms)
      and coalesce(made.backtested_on, 0) < spain.rests_on
      and not exists (
        select from forecast_run as run
        where run.product = ${product} and run.data_origin = ${dataOrigin} and run.scheduled_for = spain.scheduled_for)
    order by spain.scheduled_for, spain.place, spain.rests_on desc`;
}

/** Keeps what a zone's run of the past would have been published as; empty where that cannot be said. No later run learns from it. */
export async function saveZoneBacktest(
  db: Db,
  { product, dataOrigin, modelVersionId }: CalibrationSet,
  { scheduledFor, firstDay, restsOn }: Pick<ZoneBacktest, 'scheduledFor' | 'firstDay' | 'restsOn'>,
  points: readonly ForecastPoint[],
): Promise<void> {
  const hours = POINT_VALUES.flatMap((name) => points.map((point) => point[name]));
  const made = { backtested_hours: hours, backtested_on: restsOn };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('calibration_forecast')
      .values({
        product,
        data_origin: dataOrigin,
        model_version_id: modelVersionId,
        scheduled_for: new Date(scheduledFor),
        first_day: firstDay,
        point_values: [],
        member_values: [],
        bound_values: null,
        ...made,
      })
      .onConflict((conflict) =>
        conflict.columns(['product', 'data_origin', 'model_version_id', 'scheduled_for']).doUpdateSet(made),
      )
      .execute();
    await noteDataChange(tx);
  });
}
