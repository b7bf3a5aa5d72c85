import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import { firstPublications, pricesOf, readPriceFeeds } from './price-feeds.ts';

/** Prices that cleared and are public by now, in the world that is served. */
export interface KnownPrices {
  dataOrigin: DataOrigin;
  /** EUR/MWh by start of the hour, in order of time. */
  hours: Map<number, number>;
  /** When the first price of each delivery day became public. */
  publishedAt: Map<DeliveryDay, number>;
}

/** The hourly prices of a product on the given days, both inclusive; undefined while no world is served. */
export async function readKnownPrices(
  context: ReadContext,
  query: { product: Product } & DaySpan,
): Promise<KnownPrices | undefined> {
  const read = await readPriceFeeds(context, query);
  if (read === undefined) return undefined;
  return {
    dataOrigin: read.dataOrigin,
    hours: pricesOf(read, 'PT1H'),
    publishedAt: firstPublications(read),
  };
}
