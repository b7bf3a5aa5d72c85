import { AUCTION_CALENDAR, type DeliveryDay, type Auction, instantFor } from '@lonja/forecasting/market';

/**
 * When a later revision came out, its file does not say. A second for each keeps them in order, whichever is loaded first.
 */
const REVISION_STEP_MS = 1000;

/** The instant from which a revision of an auction's prices counts as known: the normal publication of the results. */
export function availabilityOf(product: Auction, day: DeliveryDay, revision: number): number {
  return (
    instantFor(day, AUCTION_CALENDAR[product].resultsPublished) + Math.max(0, revision - 1) * REVISION_STEP_MS
  );
}
