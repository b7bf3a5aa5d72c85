import { addDays, type DeliveryDay, deliveryDayOf, localHourOf } from '@lonja/forecasting/market';
import type { Hours, Quantity } from '../../market/observations/quantities.ts';

/** Days before that an estimate uses. */
export const ESTIMATE_DAYS = 28;

/** Weeks repeat themselves in the load; what the weather and the plants do resembles the last days most. */
const LOOKS_BACK_ON: Record<Quantity, readonly number[]> = {
  load: [7, 14, 21, 28],
  wind: [1, 2, 3, 4, 5, 6, 7],
  solar: [1, 2, 3, 4, 5, 6, 7],
  hydro: [7, 14, 21, 28],
  nuclear: [1, 2, 3],
  thermal: [7, 14, 21, 28],
  other: [1, 2, 3, 4, 5, 6, 7],
  netImport: [7, 14, 21, 28],
};

/**
 * The service's own forecast of an hour: the mean of the same local hour on earlier days, counted from the hour's day or, for the
 * quantities that follow the last days, from the newest day known. Undefined where no such hour is known. MW.
 */
export function estimateQuantity(
  quantity: Quantity,
  history: Hours,
  hour: { start: number; day: DeliveryDay },
): number | undefined {
  const byHour = new Map<string, number>();
  let newest = '';
  for (const [start, value] of history) {
    const day = deliveryDayOf(start);
    if (day >= hour.day) continue;
    if (day > newest) newest = day;
    byHour.set(`${day} ${localHourOf(start)}`, value);
  }
  if (newest === '') return undefined;
  const lags = LOOKS_BACK_ON[quantity];
  const reference = lags[0] === 1 ? addDays(newest, 1) : hour.day;
  const local = localHourOf(hour.start);
  const values = lags.flatMap((lag) => byHour.get(`${addDays(reference, -lag)} ${local}`) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
