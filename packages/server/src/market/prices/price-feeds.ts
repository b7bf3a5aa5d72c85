import { priceKey } from '@lonja/forecasting/intraday';
import {
  addDays,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  HOUR_MS,
  type Product,
  auctionOf,
} from '@lonja/forecasting/market';
import { hourlyLookup, quarterValues, type Series } from '@lonja/forecasting/data';
import { readSeries } from '../observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';

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
  const key = priceKey(query.product);
  const feeds = (await readSeries(context.db, { keys: [key], dataOrigin, ...window })).get(key) ?? [];
  return { dataOrigin, feeds, window };
}

/** One price for each period that is known, EUR/MWh by start, in order of time. */
export function pricesOf({ feeds, window }: PriceFeeds, resolution: 'PT15M' | 'PT1H'): Map<number, number> {
  if (resolution === 'PT15M') return new Map([...quarterValues(feeds, window)].sort(([a], [b]) => a - b));
  const known = hourlyLookup(feeds, window);
  const prices = new Map<number, number>();
  for (let start = window.from; start < window.to; start += HOUR_MS) {
    const price = known.get(start);
    if (price !== undefined) prices.set(start, price);
  }
  return prices;
}

/** The prices of a product on the given days that were public at `asOf` (epoch ms; undefined: now), EUR/MWh by start. */
export async function readPrices(
  context: ReadContext,
  {
    resolution,
    asOf = Number.POSITIVE_INFINITY,
    ...query
  }: { product: Product; resolution: 'PT15M' | 'PT1H'; asOf: number | undefined } & DaySpan,
): Promise<Map<number, number>> {
  const now = Math.min(asOf, context.clock.now());
  const feeds = await readPriceFeeds({ ...context, clock: { now: () => now } }, query);
  return feeds === undefined ? new Map() : pricesOf(feeds, resolution);
}

/** When the first price of each delivery day became public. */
export function firstPublications(read: PriceFeeds): Map<DeliveryDay, number> {
  return publicationsOf(read, Math.min);
}

/** Since when the prices of each delivery day are public as they are now, with every correction. */
export function lastPublications(read: PriceFeeds): Map<DeliveryDay, number> {
  return publicationsOf(read, Math.max);
}

function publicationsOf(
  { feeds }: PriceFeeds,
  choose: (a: number, b: number) => number,
): Map<DeliveryDay, number> {
  const published = new Map<DeliveryDay, number>();
  for (const { start, availableAt } of feeds) {
    let day = '';
    let end = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < start.length; i++) {
      // Periods come in order of time, so the day is worked out once for each.
      if (start[i] >= end) {
        day = deliveryDayOf(start[i]);
        end = dayStart(addDays(day, 1));
      }
      published.set(day, choose(published.get(day) ?? availableAt[i], availableAt[i]));
    }
  }
  return published;
}

/** The publication that holds the prices of a product, in the ledger: the auctions publish those of both zones together. */
export function pricePublication(product: Product): string {
  return `price.${auctionOf(product)}`;
}

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
