import type { Product } from '@lonja/forecasting/market';

/** Names of the auctions on the pages by market, with the product that each stands for. */
export const PRODUCT_OF_MARKET = {
  'day-ahead': 'da',
  'intraday-1': 'ida1',
  'intraday-2': 'ida2',
  'intraday-3': 'ida3',
} as const satisfies Record<string, Product>;

export const MARKET_NAMES = ['day-ahead', 'intraday-1', 'intraday-2', 'intraday-3'] as const;
