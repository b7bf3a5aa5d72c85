import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { type DayRange, readRange } from '../../market/day-range.ts';
import { MAX_CHART_DAYS } from '../../market/price-chart.ts';
import { readProducts } from '../../market/products.ts';
import { type ComparisonSearch, readComparison } from '../../market/comparison.ts';
import { type MarketIdSearch, readMarket } from '../../market/market.ts';
import { readResolution, type ResolutionSearch } from '../../market/resolution.ts';

export interface ForecastsSearch
  extends Partial<DayRange>, ResolutionSearch, ComparisonSearch, MarketIdSearch {
  /** Product names, separated by commas. */
  products?: string;
  /** Start of the hour whose forecasts are followed from run to run. */
  hour?: string;
  /** Runs that are drawn beside the last one, separated by commas; by two dots where they are compared. */
  runs?: string;
}

export const forecastsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/forecasts',
  validateSearch: ({ from, to, products, resolution, compare, market, hour, runs }): ForecastsSearch => ({
    ...readRange({ from, to }, MAX_CHART_DAYS),
    ...(typeof products === 'string' && readProducts(products).length > 0 && { products }),
    ...readResolution(resolution),
    ...readComparison(compare),
    ...readMarket(market),
    ...(typeof hour === 'string' && Number.isFinite(Date.parse(hour)) && { hour }),
    ...(typeof runs === 'string' && /^[\da-f-]{36}((,|\.\.)[\da-f-]{36})?$/.test(runs) && { runs }),
  }),
  component: lazyPart(() => import('./page.tsx'), 'ForecastsPage', 'forecasts', 'degraded', 'parts'),
});
