import {
  AUCTION_CALENDAR,
  dayStart,
  type DeliveryDay,
  instantFor,
  type Product,
  auctionOf,
} from '@lonja/forecasting/market';

/**
 * The instant before which a run must have been issued to count for a delivery day: when the gate closes; for the day-ahead auction when
 * its results were published, by `publishedAt` or else at the usual instant.
 */
export function forecastLimit(
  product: Product,
  day: DeliveryDay,
  publishedAt: ReadonlyMap<DeliveryDay, number>,
): number {
  const { gateClosure, resultsPublished } = AUCTION_CALENDAR[product];
  const gate = instantFor(day, gateClosure);
  if (auctionOf(product) !== 'da') return gate;
  const published = publishedAt.get(day) ?? instantFor(day, resultsPublished);
  // Results come neither before the gate has closed nor after delivery has begun, whatever a file says.
  return Math.min(Math.max(published, gate), dayStart(day));
}
