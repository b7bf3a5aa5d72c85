import type { DeliveryDay, Product } from '@lonja/forecasting';
import type { Db } from './database.ts';
import type { DataOrigin } from './service-state.ts';

export interface CalibrationForecast {
  /** Epoch ms of the scheduled instant the forecast was, or would have been, issued at. */
  scheduledFor: number;
  firstDay: DeliveryDay;
  /** Row-major days ahead x slots of the day, EUR/MWh. */
  values: Float64Array;
}

/** What tells one set of calibration forecasts from another. */
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
  const rows = await db
    .selectFrom('calibration_forecast')
    .select(['scheduled_for', 'first_day', 'point_values'])
    .where('product', '=', set.product)
    .where('data_origin', '=', set.dataOrigin)
    .where('model_version_id', '=', set.modelVersionId)
    .where(
      'scheduled_for',
      'in',
      scheduledFor.map((instant) => new Date(instant)),
    )
    .orderBy('scheduled_for')
    .execute();
  return rows.map((row) => ({
    scheduledFor: row.scheduled_for.getTime(),
    firstDay: row.first_day,
    values: Float64Array.from(row.point_values),
  }));
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
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
