import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { isDay } from '../../time/madrid-time.ts';
import { summaryQuery } from '../../api/summary.ts';
import { type ProductName, isProduct } from '../../market/products.ts';
import { readResolution, type ResolutionSearch, storedResolution } from '../../market/resolution.ts';

export interface OverviewSearch extends ResolutionSearch {
  date?: string;
  product?: ProductName;
  /** Absent: the day and the one before it. */
  span?: 'week';
}

export const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/overview',
  validateSearch: ({ date, product, span, resolution }): OverviewSearch => ({
    ...(isDay(date) && { date }),
    ...(isProduct(product) && { product }),
    ...(span === 'week' && { span }),
    ...readResolution(resolution),
  }),
  loaderDeps: ({ search: { date, resolution } }) => ({ date, resolution }),
  // Asked for while the page's code and the reader's name are still on their way.
  loader({ context, deps, cause }) {
    // The steps through the days are the page's own to ask, which gives up those that are passed by.
    if (cause === 'stay') return;
    void context.queryClient.prefetchQuery(summaryQuery(deps.date, deps.resolution ?? storedResolution()));
  },
  component: lazyPart(() => import('./page.tsx'), 'OverviewPage'),
});
