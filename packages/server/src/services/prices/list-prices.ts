import {
  type DeliveryDay,
  type Product,
  addDays,
  dayStart,
  deliveryDayOf,
  hourlyValues,
  localHourOf,
  quarterValues,
} from '@lonja/forecasting';
import { readSeries } from '../../store/observations.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { clampToServedDays } from '../markets/served-days.ts';

export interface ClearedPrice {
  start: number;
  day: DeliveryDay;
  /** Local hour 0-23 that the period starts in; 2 occurs twice on the 25-hour day. */
  hour: number;
  /** Minute of that hour: 0 for an hourly price. */
  minute: number;
  priceEurPerMwh: number;
}

export interface PricesQuery {
  product: Product;
  /** Delivery days, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** Undefined: every hour. */
  hour: number | undefined;
  resolution: 'PT15M' | 'PT1H';
}

/** Cleared prices that are public by now, in order of time, and whether they are the simulator's. */
export async function listPrices(
  context: ReadContext,
  query: PricesQuery,
): Promise<{ prices: ClearedPrice[]; simulated: boolean }> {
  const dataOrigin = await context.dataOrigin();
  const days = clampToServedDays(query);
  if (dataOrigin === undefined || days === undefined) {
    return { prices: [], simulated: dataOrigin === 'simulator' };
  }
  const window = {
    from: dayStart(days.from),
    to: dayStart(addDays(days.to, 1)),
    asOf: context.clock.now(),
  };
  const key = `price.${query.product}`;
  const feeds = (await readSeries(context.db, { keys: [key], dataOrigin, ...window })).get(key) ?? [];
  const values = query.resolution === 'PT1H' ? hourlyValues(feeds, window) : quarterValues(feeds, window);
  const prices = [...values]
    .sort(([a], [b]) => a - b)
    .map(([start, priceEurPerMwh]) => toClearedPrice(start, priceEurPerMwh))
    .filter((price) => query.hour === undefined || price.hour === query.hour);
  return { prices, simulated: dataOrigin === 'simulator' };
}

function toClearedPrice(start: number, priceEurPerMwh: number): ClearedPrice {
  return {
    start,
    day: deliveryDayOf(start),
    hour: localHourOf(start),
    minute: new Date(start).getUTCMinutes(),
    priceEurPerMwh,
  };
}
