import {
  AUCTION_CALENDAR,
  latestScheduledRun,
  MINUTE_MS,
  type Product,
  scheduledRunsBetween,
  zoneOf,
  isFirstZone,
} from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import { findLatestRun } from './latest-run.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { auctionedProducts } from './auctioned-products.ts';

/** A run takes minutes on a slow machine: so long after its schedule it is not late yet. */
export const DUE_FOR_MS = 15 * MINUTE_MS;

/** How the latest run of a product stands to its schedule. Instants are epoch ms. */
export interface Lateness {
  product: Product;
  /** `missing`: there is no run at all. */
  status: 'ok' | 'late' | 'missing';
  /** When the latest run was issued. */
  issuedAt: number | undefined;
  /** The first schedule since then that no run has answered; undefined when all are answered. */
  unansweredSince: number | undefined;
  /** What the latest run had to do without. */
  degraded: string[];
}

/**
 * Of every product that is auctioned, whether its latest scheduled run is there, and since when it is not. One of Portugal that has never had
 * a run is left out: not every source has its prices.
 */
export async function listLateness(
  db: Db,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<Lateness[]> {
  const found = await Promise.all(
    auctionedProducts(now).map(async (product): Promise<Lateness | undefined> => {
      const calendar = AUCTION_CALENDAR[product];
      const run = await findLatestRun(db, { product, dataOrigin, now });
      if (run === undefined) {
        if (!isFirstZone(zoneOf(product))) return undefined;
        const unansweredSince = latestScheduledRun(calendar, now).scheduledFor;
        return { product, status: 'missing', issuedAt: undefined, unansweredSince, degraded: [] };
      }
      const unansweredSince = scheduledRunsBetween(calendar, run.answers, now).at(0)?.scheduledFor;
      const isLate = unansweredSince !== undefined && now >= unansweredSince + DUE_FOR_MS;
      const { issuedAt, degraded } = run;
      return { product, status: isLate ? 'late' : 'ok', issuedAt, unansweredSince, degraded };
    }),
  );
  return found.filter((one) => one !== undefined);
}
