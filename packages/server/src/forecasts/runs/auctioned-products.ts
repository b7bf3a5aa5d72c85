import {
  type DeliveryDay,
  deliveryDayOf,
  FIRST_INTRADAY_AUCTION_DAY,
  type Product,
  PRODUCTS,
  auctionOf,
  type Zone,
  zoneOf,
} from '@lonja/forecasting/market';

/** Whether a product is auctioned for a delivery day: the intraday auctions began later than the day-ahead market. */
export function isAuctioned(product: Product, day: DeliveryDay): boolean {
  return auctionOf(product) === 'da' || day >= FIRST_INTRADAY_AUCTION_DAY;
}

/** Whether a product is forecast. Of Portugal's intraday auctions the last known price is better than what was tried. */
export function isForecast(product: Product): boolean {
  return zoneOf(product) === 'es' || auctionOf(product) === 'da';
}

/** The products of a zone, or of all, that are forecast at an instant, epoch ms. */
export function auctionedProducts(now: number, zone?: Zone): Product[] {
  return PRODUCTS.filter(
    (product) =>
      isForecast(product) &&
      (zone === undefined || zoneOf(product) === zone) &&
      isAuctioned(product, deliveryDayOf(now)),
  );
}
