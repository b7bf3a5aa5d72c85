import type { DataColour } from '../charts/colours.ts';
import { SHOWN_MARKETS } from './shown-markets.ts';

export type ProductName = 'da' | 'ida1' | 'ida2' | 'ida3';

/** The auctions that are held, in the order in which a delivery day passes them. */
export const PRODUCTS = (['da', 'ida1', 'ida2', 'ida3'] as const).filter((product) =>
  SHOWN_MARKETS[0].products.includes(product),
);

/** One colour for each auction, on every page. */
export const PRODUCT_COLOURS: Record<ProductName, DataColour> = {
  da: 'price',
  ida1: 'second',
  ida2: 'third',
  ida3: 'fourth',
};

/** What the routes of prices and accuracy call them. */
export const MARKETS = {
  da: 'day-ahead',
  ida1: 'intraday-1',
  ida2: 'intraday-2',
  ida3: 'intraday-3',
} as const satisfies Record<ProductName, string>;

export function isProduct(text: unknown): text is ProductName {
  return PRODUCTS.some((product) => product === text);
}

/** The products that a list names, in the order of their auctions. */
export function readProducts(list: string): ProductName[] {
  const names = list.split(',');
  return PRODUCTS.filter((product) => names.includes(product));
}
