import { type DeliveryDay, type Product, deliveryDayOf, localHourOf } from '@lonja/forecasting/market';
import {
  pricePublication,
  firstPublications,
  type PriceFeeds,
  pricesOf,
  readPriceFeeds,
} from './price-feeds.ts';
import { listDaysWithoutResult } from '../publications/days-without-result.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';

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

export interface ListedPrices {
  /** In order of time. */
  prices: ClearedPrice[];
  /** The asked days whose auction was published without prices, and has none by now. */
  daysWithoutResult: DeliveryDay[];
  /** Whether they are the simulator's. */
  simulated: boolean;
}

/** Cleared prices that are public by now, and the days that have none because their auction had no result. */
export async function listPrices(context: ReadContext, query: PricesQuery): Promise<ListedPrices> {
  const read = await readPriceFeeds(context, query);
  if (read === undefined) {
    return { prices: [], daysWithoutResult: [], simulated: await isSimulated(context) };
  }
  const prices = [...pricesOf(read, query.resolution)]
    .map(([start, priceEurPerMwh]) => toClearedPrice(start, priceEurPerMwh))
    .filter((price) => query.hour === undefined || price.hour === query.hour);
  const daysWithoutResult = await listEmptyDays(context, query, read);
  return { prices, daysWithoutResult, simulated: read.dataOrigin === 'simulator' };
}

/** Of several sources one may have prices of a day that another was shown without. */
async function listEmptyDays(
  { db, clock }: ReadContext,
  { product, from, to }: PricesQuery,
  read: PriceFeeds,
): Promise<DeliveryDay[]> {
  if (read.dataOrigin === 'simulator') return [];
  const names = [pricePublication(product)];
  const empty = await listDaysWithoutResult(db, { names, from, to, asOf: clock.now() });
  const priced = firstPublications(read);
  return empty.map(({ day }) => day).filter((day) => !priced.has(day));
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
