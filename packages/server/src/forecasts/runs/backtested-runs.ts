import { type ForecastPoint, POINT_VALUES } from '@lonja/forecasting/data';
import {
  type DeliveryDay,
  type Product,
  type ScheduledRun,
  TIME_ZONE,
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayRange,
} from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { CalibrationSet } from './calibration-forecasts.ts';
import type { Db } from '../../ground/database/database.ts';
import { epochMs, packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';
import { noteDataChange } from '../../market/observations/data-version.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** A past run that was made up: what it would have been published as. Its hours are those of `firstDay` and the days after it. */
export interface BacktestedRun extends ScheduledRun {
  modelVersionId: string;
  points: Pick<ForecastPoint, 'value' | 'p10' | 'p90'>[];
}

/**
 * Made-up runs since an instant (epoch ms) that were never issued, newest first, as far as their bounds rest on fewer than `enough` past
 * forecasts, with the number of these: 0 where they have none yet.
 */
export async function listUnscoredRuns(
  db: Db,
  { product, dataOrigin, modelVersionId, since, enough }: CalibrationSet & { since: number; enough: number },
): Promise<(ScheduledRun & { restsOn: number })[]> {
  const { rows } = await sql<{ scheduled_ms: number; first_day: DeliveryDay; rests_on: number }>`
    select ${epochMs('scheduled_for')} as scheduled_ms, first_day::text as first_day, coalesce(backtested_on, 0) as rests_on
    from calibration_forecast as made
    where product = ${product} and data_origin = ${dataOrigin} and model_version_id = ${modelVersionId}
      and scheduled_for >= to_timestamp(${since}::float8 / 1000)
      and coalesce(backtested_on, 0) < ${enough} and bound_values is null
      and not exists (
        select from forecast_run as run
        where run.product = made.product and run.data_origin = made.data_origin
          and run.scheduled_for = made.scheduled_for)
    order by scheduled_for desc
  `.execute(db);
  return rows.map((row) => ({
    scheduledFor: row.scheduled_ms,
    firstDay: row.first_day,
    restsOn: row.rests_on,
  }));
}

/** Keeps what a made-up run would have been published as; empty where that cannot be said. */
export async function saveBacktestedHours(
  db: Db,
  {
    product,
    dataOrigin,
    modelVersionId,
    scheduledFor,
    restsOn,
  }: CalibrationSet & { scheduledFor: number; restsOn: number },
  points: readonly ForecastPoint[],
): Promise<void> {
  const hours = POINT_VALUES.flatMap((name) => points.map((point) => point[name]));
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('calibration_forecast')
      .set({ backtested_hours: hours, backtested_on: restsOn })
      .where('product', '=', product)
      .where('data_origin', '=', dataOrigin)
      .where('model_version_id', '=', modelVersionId)
      .where('scheduled_for', '=', new Date(scheduledFor))
      .execute();
    await noteDataChange(tx);
  });
}

/** The made-up runs of a product of some scheduled instants (epoch ms), in order of time; of several versions the first. */
export async function listBacktestedRuns(
  db: Db,
  {
    product,
    dataOrigin,
    scheduledFor,
  }: { product: Product; dataOrigin: DataOrigin; scheduledFor: readonly number[] },
): Promise<BacktestedRun[]> {
  const { rows } = await sql<{
    scheduled_ms: number;
    first_day: DeliveryDay;
    model_version_id: string;
    hours: string;
  }>`
    select distinct on (scheduled_for) ${epochMs('scheduled_for')} as scheduled_ms, first_day::text as first_day,
      model_version_id, ${packedNumbers('backtested_hours')} as hours
    from calibration_forecast
    where product = ${product} and data_origin = ${dataOrigin}
      and scheduled_for in (select to_timestamp(ms / 1000) from unnest(${scheduledFor}::float8[]) as ms)
      and cardinality(backtested_hours) > 0
    order by scheduled_for, model_version_id
  `.execute(db);
  return rows.map((row) => ({
    scheduledFor: row.scheduled_ms,
    firstDay: row.first_day,
    modelVersionId: row.model_version_id,
    points: backtestedPoints(row.hours),
  }));
}

/** The hours of a made-up run as they are read packed: all points, then all 10th and all 90th percentiles. */
export function backtestedPoints(packed: string): BacktestedRun['points'] {
  const hours = unpackNumbers(packed);
  const count = hours.length / 3;
  return Array.from({ length: count }, (_, i) => ({
    value: hours[i],
    p10: hours[count + i],
    p90: hours[2 * count + i],
  }));
}

/** Of how many days' auctions of a product what would have been published by a made-up run is known. */
export async function countBacktestedDays(
  db: Db,
  { product, dataOrigin }: { product: Product; dataOrigin: DataOrigin },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct first_day)::int as count from calibration_forecast
    where product = ${product} and data_origin = ${dataOrigin} and cardinality(backtested_hours) > 0
  `.execute(db);
  return rows[0].count;
}

/**
 * How many made-up runs of some scheduled instants (epoch ms) that were never issued are still to be turned into what would have been
 * published, or anew because their bounds can by now rest on `growth` times as many past forecasts of the `days` days before them.
 */
export async function countPendingBacktests(
  db: Db,
  {
    product,
    dataOrigin,
    modelVersionId,
    scheduledFor,
    days,
    fewest,
    growth,
  }: CalibrationSet & {
    scheduledFor: readonly number[];
    days: number;
    fewest: number;
    growth: number;
  },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from calibration_forecast as made
    cross join lateral (
      select count(*) as known
      from calibration_forecast as earlier
      where earlier.product = made.product and earlier.data_origin = made.data_origin
        and earlier.model_version_id = made.model_version_id
        and earlier.first_day < made.first_day and earlier.first_day >= made.first_day - ${days}::int
        and (earlier.scheduled_for at time zone ${TIME_ZONE})::time = (made.scheduled_for at time zone ${TIME_ZONE})::time
    ) as past
    where product = ${product} and data_origin = ${dataOrigin} and model_version_id = ${modelVersionId}
      and scheduled_for in (select to_timestamp(ms / 1000) from unnest(${scheduledFor}::float8[]) as ms)
      and bound_values is null
      and coalesce(backtested_on, 0) < ${Math.floor(days / 2)}
      and past.known >= greatest(${fewest}, ${growth} * coalesce(backtested_on, 0))
      and not exists (
        select from forecast_run as run
        where run.product = made.product and run.data_origin = made.data_origin
          and run.scheduled_for = made.scheduled_for)
  `.execute(db);
  return rows[0].count;
}

/** The hours of a back-tested run with their starts, in order of time. */
export function backtestedHours(
  product: Product,
  { firstDay, points }: Pick<BacktestedRun, 'firstDay' | 'points'>,
): ForecastPoint[] {
  const calendar = AUCTION_CALENDAR[product];
  const lastDay = addDays(firstDay, calendar.horizonDays - 1);
  const starts = dayRange(firstDay, lastDay).flatMap((day) => coveredPeriods(calendar, day, 'PT1H'));
  return points.map((point, i) => ({ start: starts[i].start, ...point }));
}
