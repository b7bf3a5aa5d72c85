import {
  type DeliveryDay,
  type Product,
  addDays,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  HOUR_MS,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { pricePublication } from '../../market/prices/price-feeds.ts';
import type { Db } from '../../ground/database/database.ts';
import { listDaysWithoutResult } from '../../market/publications/days-without-result.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { SOURCE_TITLES } from '../../market/connectors/source.ts';
import { readSeries } from '../../market/observations/observations.ts';

/** Auctions that were published without prices. */
export interface AuctionsWithoutResult {
  has(product: Product, day: DeliveryDay): boolean;
}

/** Those of some products and delivery days (both inclusive), as far as it was known at `asOf`. The simulator's auctions all have one. */
export async function readAuctionsWithoutResult(
  db: Db,
  query: {
    products: readonly Product[];
    dataOrigin: DataOrigin;
    from: DeliveryDay;
    to: DeliveryDay;
    asOf: number;
  },
): Promise<AuctionsWithoutResult> {
  const { products, dataOrigin, ...span } = query;
  const days =
    dataOrigin === 'simulator'
      ? []
      : await listDaysWithoutResult(db, { names: products.map(pricePublication), ...span });
  const known = new Set(days.map(({ name, day }) => `${name} ${day}`));
  return { has: (product, day) => known.has(`${pricePublication(product)} ${day}`) };
}

/** What a run says of an auction that it has to do without. */
export function withoutResultReason(product: Product, day: DeliveryDay): DegradedReason {
  return { code: 'auction_empty', input: product, day };
}

/** A source that had a series within so many days before is one that leads. */
const LED_DAYS = 28;

/**
 * The inputs of a day that a run has from a source that stands in alone, although one that leads had them in the weeks before and has failed
 * since. `published`: the inputs that the run has, whoever published them.
 */
export async function leadingSourceReasons(
  db: Db,
  request: { published: readonly string[]; dataOrigin: DataOrigin; day: DeliveryDay; asOf: number },
): Promise<DegradedReason[]> {
  const { published: keys, dataOrigin, day, asOf } = request;
  if (dataOrigin !== 'market' || keys.length === 0) return [];
  const window = { from: dayStart(addDays(day, -LED_DAYS)), to: dayStart(addDays(day, 1)), asOf };
  const leading = await readSeries(db, { keys, dataOrigin, ...window, leadingOnly: true });
  return keys.flatMap((input) => {
    const days = daysOf(leading.get(input) ?? []);
    const isLate = days.size > 0 && days.get(day) !== deliveryPeriods(day, 'PT1H').length;
    return isLate
      ? [{ code: 'input_late' as const, input, day, standIn: SOURCE_TITLES['energy-charts'] }]
      : [];
  });
}

/** Hours that are known of each day. */
function daysOf(feeds: readonly Series[]): Map<DeliveryDay, number> {
  const hours = new Set(feeds.flatMap(({ start }) => Array.from(start, (at) => at - (at % HOUR_MS))));
  const counts = new Map<DeliveryDay, number>();
  for (const hour of hours) {
    const day = deliveryDayOf(hour);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}
