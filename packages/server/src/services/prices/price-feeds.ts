import { addDays, dayStart, type Product, type Series } from '@lonja/forecasting';
import { readSeries } from '../../store/observations.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { clampToServedDays, type DaySpan } from '../markets/served-days.ts';

export interface PriceFeeds {
  dataOrigin: DataOrigin;
  /** The preferred feed first. */
  feeds: Series[];
  /** The instants that the feeds were read for: `[from, to)`, as known at `asOf`. */
  window: { from: number; to: number; asOf: number };
}

/** Everything published by now about a product's prices on the given days; undefined while nothing is served for them. */
export async function readPriceFeeds(
  context: ReadContext,
  query: { product: Product } & DaySpan,
): Promise<PriceFeeds | undefined> {
  const dataOrigin = await context.dataOrigin();
  const days = clampToServedDays(query);
  if (dataOrigin === undefined || days === undefined) return undefined;
  const window = {
    from: dayStart(days.from),
    to: dayStart(addDays(days.to, 1)),
    asOf: context.clock.now(),
  };
  const key = `price.${query.product}`;
  const feeds = (await readSeries(context.db, { keys: [key], dataOrigin, ...window })).get(key) ?? [];
  return { dataOrigin, feeds, window };
}
