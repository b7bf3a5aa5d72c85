import { addDays, dayRange, type DeliveryDay, localHourOf } from '../market/delivery-day.ts';
import { HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { AUCTION_CALENDAR, coveredPeriods, type Product } from '../market/products.ts';

/** How far a later auction cleared from an earlier one on past days, EUR/MWh. */
export interface PastSpreads {
  /** The days that both auctions have prices of, in order. */
  days: DeliveryDay[];
  /** One row for each of them: the later price minus the earlier one, of each period of the day that was asked about, in order. */
  spreads: Float64Array[];
}

/**
 * The spreads of the `days` days before a delivery day, by the time of day of the periods that the later auction has on it. A day counts where
 * both auctions have a price of each such time; so the day of 23 hours does not where hour 2 is asked of, and both hours 2 of the day of 25 hours
 * take one spread. `prices` are those that were known when it is asked, by start of the period, epoch ms.
 */
export function pastSpreads(
  {
    product,
    day,
    resolution,
    days,
  }: { product: Product; day: DeliveryDay; resolution: 'PT15M' | 'PT1H'; days: number },
  prices: { later: ReadonlyMap<number, number>; earlier: ReadonlyMap<number, number> },
): PastSpreads {
  const calendar = AUCTION_CALENDAR[product];
  const wanted = coveredPeriods(calendar, day, resolution).map(({ start }) => timeOfDay(start));
  const found: PastSpreads = { days: [], spreads: [] };
  for (const past of dayRange(addDays(day, -days), addDays(day, -1))) {
    const known = new Map<number, number>();
    for (const { start } of coveredPeriods(calendar, past, resolution)) {
      const [later, earlier] = [prices.later.get(start), prices.earlier.get(start)];
      if (later !== undefined && earlier !== undefined) known.set(timeOfDay(start), later - earlier);
    }
    const row = Float64Array.from(wanted, (time) => known.get(time) ?? Number.NaN);
    if (row.some(Number.isNaN)) continue;
    found.days.push(past);
    found.spreads.push(row);
  }
  return found;
}

/** Minutes by the clock: both hours 2 of a day of 25 hours have the same. */
function timeOfDay(start: number): number {
  return localHourOf(start) * 60 + (start % HOUR_MS) / MINUTE_MS;
}
