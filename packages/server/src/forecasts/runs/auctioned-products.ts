import {
  type DeliveryDay,
  deliveryDayOf,
  type Product,
  PRODUCTS,
  type Zone,
  zoneOf,
  AUCTION_CALENDAR,
} from '@lonja/forecasting/market';

/** Whether a product is auctioned for a delivery day: auctions began at different times. */
export function isAuctioned(product: Product, day: DeliveryDay): boolean {
  return day >= AUCTION_CALENDAR[product].auctionedFrom;
}

/** Whether a product is forecast. */
export function isForecast(product: Product): boolean {
  return AUCTION_CALENDAR[product].isForecast;
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
