import { auctionOf, type Product } from '@lonja/forecasting/market';

/** The publication that holds the prices of a product, in the ledger: the auctions publish those of both zones together. */
export function pricePublication(product: Product): string {
  return `price.${auctionOf(product)}`;
}
