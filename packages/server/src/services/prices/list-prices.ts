import { type DeliveryDay, type Product, deliveryDayOf, localHourOf } from '@lonja/forecasting';
import { isSimulated, type ReadContext } from '../forecasts/read-context.ts';
import { pricesOf, readPriceFeeds } from './price-feeds.ts';

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
  const read = await readPriceFeeds(context, query);
  if (read === undefined) return { prices: [], simulated: await isSimulated(context) };
  const prices = [...pricesOf(read, query.resolution)]
    .map(([start, priceEurPerMwh]) => toClearedPrice(start, priceEurPerMwh))
    .filter((price) => query.hour === undefined || price.hour === query.hour);
  return { prices, simulated: read.dataOrigin === 'simulator' };
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
