import { type DeliveryDay, deliveryDayOf, hourlyValues, type Product, type Series } from '@lonja/forecasting';
import type { DataOrigin } from '../../store/service-state.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import type { DaySpan } from '../markets/served-days.ts';
import { readPriceFeeds } from './price-feeds.ts';

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
  const { dataOrigin, feeds, window } = read;
  const hours = new Map([...hourlyValues(feeds, window)].sort(([a], [b]) => a - b));
  return { dataOrigin, hours, publishedAt: firstPublications(feeds) };
}

function firstPublications(feeds: readonly Series[]): Map<DeliveryDay, number> {
  const published = new Map<DeliveryDay, number>();
  for (const { start, availableAt } of feeds) {
    for (let i = 0; i < start.length; i++) {
      const day = deliveryDayOf(start[i]);
      const known = published.get(day);
      if (known === undefined || availableAt[i] < known) published.set(day, availableAt[i]);
    }
  }
  return published;
}
