import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { type MarketIdSearch, readMarket } from '../../market/market.ts';
import { isProduct, type ProductName } from '../../market/products.ts';
import { readResolution, type ResolutionSearch } from '../../market/resolution.ts';
import { isDay } from '../../time/madrid-time.ts';

export interface DriversSearch extends ResolutionSearch, MarketIdSearch {
  date?: string;
  product?: ProductName;
  /** Start of the hour whose drivers are listed. */
  hour?: string;
}

export const driversRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/drivers',
  validateSearch: ({ date, product, hour, resolution, market }): DriversSearch => ({
    ...(isDay(date) && { date }),
    ...(isProduct(product) && { product }),
    ...(typeof hour === 'string' && Number.isFinite(Date.parse(hour)) && { hour }),
    ...readResolution(resolution),
    ...readMarket(market),
  }),
  component: lazyPart(() => import('./page.tsx'), 'DriversPage', 'drivers', 'parts'),
});
