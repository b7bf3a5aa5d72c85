import {
  AUCTION_CALENDAR,
  type ProductCalendar,
  type Zone,
  PRODUCTS,
  zoneOf,
} from '@lonja/forecasting/market';
import { findNewestRun } from '../runs/forecast-queries.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { findVisibleRuns } from '../runs/visible-runs.ts';

export interface MarketProduct {
  calendar: ProductCalendar;
  /** The most recently issued run, where there is one. */
  latestRun: { id: string; issuedAt: number } | undefined;
}

/** A market's products in the order of their auctions. */
export async function listProducts(context: ReadContext, marketId: Zone): Promise<MarketProduct[]> {
  const products: MarketProduct[] = [];
  for (const product of PRODUCTS.filter((one) => zoneOf(one) === marketId)) {
    const visible = await findVisibleRuns(context, product);
    const latestRun = visible && (await findNewestRun(context.db, visible));
    products.push({ calendar: AUCTION_CALENDAR[product], latestRun });
  }
  return products;
}
