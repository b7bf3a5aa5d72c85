import { FIRST_MARKET, type MarketId } from '../../market/market.ts';
import type { ChartPower } from '../../market/price-chart.ts';
import { PRODUCTS } from '../../market/products.ts';

export const POWERS = ['load', 'wind'] as const satisfies readonly ChartPower[];
/** What can be laid over the prices of an auction, in the order of the legend. */
export const OVERLAYS = ['forecast', 'lastYear', ...PRODUCTS, ...POWERS] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** Those that there are in a market: load and wind power are known of Spain alone. */
export function overlaysIn(market: MarketId, overlays: readonly Overlay[]): Overlay[] {
  return overlays.filter((overlay) => market === FIRST_MARKET || (overlay !== 'load' && overlay !== 'wind'));
}

/** The overlays that a list names, in the order of the legend. */
export function readOverlays(list: string): Overlay[] {
  const names = list.split(',');
  return OVERLAYS.filter((overlay) => names.includes(overlay));
}
