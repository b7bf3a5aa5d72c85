import type { ChartPower } from '../../market/price-chart.ts';
import { PRODUCTS } from '../../market/products.ts';

export const POWERS = ['load', 'wind'] as const satisfies readonly ChartPower[];
/** What can be laid over the prices of an auction, in the order of the legend. */
export const OVERLAYS = ['forecast', 'lastYear', ...PRODUCTS, ...POWERS] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** The overlays that a list names, in the order of the legend. */
export function readOverlays(list: string): Overlay[] {
  const names = list.split(',');
  return OVERLAYS.filter((overlay) => names.includes(overlay));
}
