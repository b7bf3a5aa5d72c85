import type { Product } from '@lonja/forecasting/market';

export const MARKET_ID = 'es';

export const PRICE_UNIT = 'EUR/MWh';

/** Identifier of the pair of market and product, such as `es-ida1`. */
export function marketProductId(product: Product): string {
  return `${MARKET_ID}-${product}`;
}
