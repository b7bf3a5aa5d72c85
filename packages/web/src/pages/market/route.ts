import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { type DayRange, readRange } from '../../market/day-range.ts';
import { MAX_CHART_DAYS } from '../../market/price-chart.ts';
import { isProduct, type ProductName } from '../../market/products.ts';
import { type MarketIdSearch, readMarket } from '../../market/market.ts';
import { readResolution, type ResolutionSearch } from '../../market/resolution.ts';
import { readOverlays } from './overlay-names.ts';
import { isDay } from '../../time/madrid-time.ts';

export const VIEWS = ['line', 'bars', 'heat', 'duration'] as const;
export const GROUPINGS = ['day', 'week', 'month'] as const;

export interface MarketSearch extends Partial<DayRange>, ResolutionSearch, MarketIdSearch {
  product?: ProductName;
  view?: (typeof VIEWS)[number];
  group?: (typeof GROUPINGS)[number];
  /** The day whose generation is shown. */
  day?: string;
  /** What is laid over the prices, separated by commas. */
  overlays?: string;
}

export const marketRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/market',
  validateSearch({ from, to, product, view, group, day, overlays, resolution, market }): MarketSearch {
    const knownView = VIEWS.find((one) => one === view);
    const knownGroup = GROUPINGS.find((one) => one === group);
    return {
      ...readRange({ from, to }, MAX_CHART_DAYS),
      ...(isProduct(product) && { product }),
      ...(knownView && { view: knownView }),
      ...(knownGroup && { group: knownGroup }),
      ...(isDay(day) && { day }),
      ...(typeof overlays === 'string' && readOverlays(overlays).length > 0 && { overlays }),
      ...readResolution(resolution),
      ...readMarket(market),
    };
  },
  component: lazyPart(() => import('./page.tsx'), 'MarketPage', 'market', 'parts'),
});
