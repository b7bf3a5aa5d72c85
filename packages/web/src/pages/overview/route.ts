import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { isDay } from '../../time/madrid-time.ts';
import { summaryQuery } from '../../api/summary.ts';
import { type ProductName, isProduct } from '../../market/products.ts';
import { type ComparisonSearch, readComparison, storedComparison } from '../../market/comparison.ts';
import { type MarketIdSearch, readMarket, storedMarket } from '../../market/market.ts';
import { readResolution, type ResolutionSearch, storedResolution } from '../../market/resolution.ts';

export interface OverviewSearch extends ResolutionSearch, ComparisonSearch, MarketIdSearch {
  date?: string;
  product?: ProductName;
  /** Absent: the day and the one before it. */
  span?: 'week';
}

export const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/overview',
  validateSearch: ({ date, product, span, resolution, compare, market }): OverviewSearch => ({
    ...(isDay(date) && { date }),
    ...(isProduct(product) && { product }),
    ...(span === 'week' && { span }),
    ...readResolution(resolution),
    ...readComparison(compare),
    ...readMarket(market),
  }),
  loaderDeps: ({ search: { date, resolution, compare, market } }) => ({ date, resolution, compare, market }),
  // Asked for while the page's code and the reader's name are still on their way.
  loader({ context, deps, cause }) {
    // The steps through the days are the page's own to ask, which gives up those that are passed by.
    if (cause === 'stay') return;
    const {
      date,
      resolution = storedResolution(),
      compare = storedComparison(),
      market = storedMarket(),
    } = deps;
    void context.queryClient.prefetchQuery(summaryQuery(date, resolution, compare, market));
  },
  component: lazyPart(() => import('./page.tsx'), 'OverviewPage', 'overview'),
});
