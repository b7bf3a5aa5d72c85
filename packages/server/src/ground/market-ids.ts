import { type Auction, auctionOf, type Product, type Zone, zoneOf } from '@lonja/forecasting/market';

/** Of the prices of every market. */
export const PRICE_UNIT = 'EUR/MWh' as const;

/** Identifier of the pair of market and product, such as `es-ida1`. */
export function marketProductId(product: Product): string {
  return `${zoneOf(product)}-${auctionOf(product)}`;
}

/** What names a product in answers: its market, its auction, and both. */
export function productFields(product: Product): {
  market_product_id: string;
  market_id: Zone;
  product: Auction;
} {
  return {
    market_product_id: marketProductId(product),
    market_id: zoneOf(product),
    product: auctionOf(product),
  };
}
