import {
  type DeliveryDay,
  deliveryDayOf,
  FIRST_INTRADAY_AUCTION_DAY,
  type Product,
  PRODUCTS,
} from '@lonja/forecasting/market';

/** Whether a product is auctioned for a delivery day: the intraday auctions began later than the day-ahead market. */
export function isAuctioned(product: Product, day: DeliveryDay): boolean {
  return product === 'da' || day >= FIRST_INTRADAY_AUCTION_DAY;
}

/** The products that are auctioned at an instant, epoch ms. */
export function auctionedProducts(now: number): Product[] {
  return PRODUCTS.filter((product) => isAuctioned(product, deliveryDayOf(now)));
}
