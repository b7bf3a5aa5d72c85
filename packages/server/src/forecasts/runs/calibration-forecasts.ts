import { BOUND_LEVELS, QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import type { PastForecast } from '@lonja/forecasting/issue';
import type { Product } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** What a run leaves behind for later ones, EUR/MWh. */
export interface CalibrationForecast extends PastForecast {
  /** Epoch ms of the scheduled instant the forecast was, or would have been, issued at. */
  scheduledFor: number;
}

/** What identifies a set of calibration forecasts. */
export interface CalibrationSet {
  product: Product;
  dataOrigin: DataOrigin;
  modelVersionId: string;
}

/** The stored forecasts of the given scheduled instants, oldest first; instants without one are left out. */
export async function listCalibrationForecasts(
  db: Db,
  set: CalibrationSet,
  scheduledFor: number[],
): Promise<CalibrationForecast[]> {
  if (scheduledFor.length === 0) return [];
  const rows = await storedAt(db, set, scheduledFor)
    .select([
      'scheduled_for',
      'first_day',
      packedNumbers('point_values').as('point_values'),
      packedNumbers('member_values').as('member_values'),
      packedNumbers('bound_values').as('bound_values'),
    ])
    .orderBy('scheduled_for')
    .execute();
  return rows.map((row) => {
    const values = unpackNumbers(row.point_values);
    return {
      scheduledFor: row.scheduled_for.getTime(),
      firstDay: row.first_day,
      values,
      members: split(unpackNumbers(row.member_values), values.length),
      quantiles:
        row.bound_values === null ? undefined : quantilesOf(unpackNumbers(row.bound_values), values.length),
    };
  });
}

/** Of the given scheduled instants those of which a forecast is stored, epoch ms. */
export async function listCalibratedInstants(
  db: Db,
  set: CalibrationSet,
  scheduledFor: number[],
): Promise<number[]> {
  if (scheduledFor.length === 0) return [];
  const rows = await storedAt(db, set, scheduledFor).select('scheduled_for').execute();
  return rows.map((row) => row.scheduled_for.getTime());
}

function storedAt(db: Db, { product, dataOrigin, modelVersionId }: CalibrationSet, scheduledFor: number[]) {
  return db
    .selectFrom('calibration_forecast')
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .where('model_version_id', '=', modelVersionId)
    .where(
      'scheduled_for',
      'in',
      scheduledFor.map((instant) => new Date(instant)),
    );
}

/** Of runs of before whole distributions were kept, the bounds alone are known. */
function quantilesOf(issued: Float64Array, length: number): Float64Array[] {
  const stored = split(issued, length);
  if (stored.length === QUANTILE_LEVELS.length) return stored;
  return QUANTILE_LEVELS.map(
    (level) => stored[BOUND_LEVELS.indexOf(level)] ?? new Float64Array(length).fill(Number.NaN),
  );
}

function split(values: Float64Array, length: number): Float64Array[] {
  return Array.from({ length: values.length / length }, (_, k) => values.slice(k * length, (k + 1) * length));
}

/** Adds forecasts; one that is stored already stays as it is. */
export async function addCalibrationForecasts(
  db: Db,
  set: CalibrationSet,
  forecasts: CalibrationForecast[],
): Promise<void> {
  if (forecasts.length === 0) return;
  await db
    .insertInto('calibration_forecast')
    .values(
      forecasts.map((forecast) => ({
        product: set.product,
        data_origin: set.dataOrigin,
        model_version_id: set.modelVersionId,
        scheduled_for: new Date(forecast.scheduledFor),
        first_day: forecast.firstDay,
        point_values: [...forecast.values],
        member_values: forecast.members.flatMap((member) => [...member]),
        bound_values: forecast.quantiles?.flatMap((ofLevel) => [...ofLevel]) ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives a version what another one of the product learns from. */
export async function copyCalibrationForecasts(
  db: Db,
  { product, from, to }: { product: Product; from: string; to: string },
): Promise<void> {
  await sql`
    insert into calibration_forecast
      (product, data_origin, model_version_id, scheduled_for, first_day, point_values, member_values, bound_values)
    select product, data_origin, ${to}, scheduled_for, first_day, point_values, member_values, bound_values
    from calibration_forecast where product = ${product} and model_version_id = ${from}`.execute(db);
}
