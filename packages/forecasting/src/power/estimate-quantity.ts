import { addDays, type DeliveryDay, deliveryDayOf, localHourOf } from '../market/delivery-day.ts';

/** Days before that an estimate uses. */
export const ESTIMATE_DAYS = 28;

/** Weeks repeat themselves in the load; what the weather and the plants do resembles the last days most. */
const LOOKS_BACK_ON = {
  load: [7, 14, 21, 28],
  wind: [1, 2, 3, 4, 5, 6, 7],
  solar: [1, 2, 3, 4, 5, 6, 7],
  hydro: [7, 14, 21, 28],
  nuclear: [1, 2, 3],
  thermal: [7, 14, 21, 28],
  other: [1, 2, 3, 4, 5, 6, 7],
  netImport: [7, 14, 21, 28],
} satisfies Record<string, readonly number[]>;

/** Quantities of the power system that a mean of earlier days can stand in for. */
export type EstimatedQuantity = keyof typeof LOOKS_BACK_ON;

/**
 * A forecast of an hour without a model: the mean of the same local hour on earlier days, counted from the hour's day or, for the
 * quantities that follow the last days, from the newest day known. Undefined where no such hour is known. MW.
 */
export function estimateQuantity(
  quantity: EstimatedQuantity,
  history: ReadonlyMap<number, number>,
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
  const lags: readonly number[] = LOOKS_BACK_ON[quantity];
  const reference = lags[0] === 1 ? addDays(newest, 1) : hour.day;
  const local = localHourOf(hour.start);
  const values = lags.flatMap((lag) => byHour.get(`${addDays(reference, -lag)} ${local}`) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
