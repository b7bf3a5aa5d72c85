import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import { pricePublication } from '../../market/prices/price-feeds.ts';
import type { Db } from '../../ground/database/database.ts';
import { listDaysWithoutResult } from '../../market/publications/days-without-result.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

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
