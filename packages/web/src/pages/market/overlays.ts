import type { PriceChart } from '@lonja/client';
import type { ChartBand, ChartSeries } from '../../charts/chart-series.ts';
import { PRODUCT_COLOURS, PRODUCTS, type ProductName } from '../../market/products.ts';
import { type Overlay, POWERS } from './overlay-names.ts';

/** What the service is to send of them: one request has all. */
export function requestOf(product: ProductName, overlays: readonly Overlay[]) {
  return {
    products: [product, ...PRODUCTS.filter((other) => other !== product && overlays.includes(other))],
    powers: POWERS.filter((power) => overlays.includes(power)),
    hasLastYear: overlays.includes('lastYear'),
  };
}

export interface OverlayTexts {
  labelOf: (overlay: Overlay) => string;
  /** Name of the interval around the forecast. */
  band: string;
}

/** How each overlay is drawn. */
export function overlayStyle(overlay: Overlay): Omit<ChartSeries, 'label' | 'values'> {
  switch (overlay) {
    case 'forecast':
      return { colour: 'price', isThin: true, dash: [6, 3] };
    case 'lastYear':
      return { colour: 'previous', isThin: true, dash: [2, 3] };
    case 'load':
    case 'wind':
      return { colour: overlay, isThin: true, isRight: true, hasOwnUnit: true, decimals: 0 };
    default:
      return { colour: PRODUCT_COLOURS[overlay], isThin: true };
  }
}

/** The overlays that are on and have come, as lines over the periods of a chart, and the interval around the forecast. */
export function overlaysOf(
  chart: PriceChart,
  product: ProductName,
  { overlays, texts }: { overlays: readonly Overlay[]; texts: OverlayTexts },
): { series: ChartSeries[]; bands: ChartBand[] } {
  const own = chart.series.find((one) => one.product === product);
  const valuesOf = (overlay: Overlay) => {
    if (overlay === 'forecast') return own?.value;
    if (overlay === 'lastYear') return own?.last_year;
    if (overlay === 'load' || overlay === 'wind') return chart.powers?.[overlay];
    return overlay === product ? undefined : chart.series.find((one) => one.product === overlay)?.price;
  };
  const series = overlays.flatMap((overlay): ChartSeries[] => {
    const values = valuesOf(overlay);
    return values === undefined
      ? []
      : [{ label: texts.labelOf(overlay), ...overlayStyle(overlay), isSwitched: true, values }];
  });
  const hasBand = overlays.includes('forecast') && own !== undefined;
  const bands = hasBand ? [{ label: texts.band, colour: 'band' as const, low: own.p10, high: own.p90 }] : [];
  return { series, bands };
}
