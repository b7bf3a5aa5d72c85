import { createRoute } from '@tanstack/react-router';
import { summaryQuery } from '../../api/summary.ts';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readProducts } from '../../market/products.ts';
import { readResolution, type ResolutionSearch, storedResolution } from '../../market/resolution.ts';
import { isDay } from '../../time/madrid-time.ts';

export interface OffersSearch extends ResolutionSearch {
  date?: string;
  /** Product names, separated by commas; absent: all of the subscription. */
  products?: string;
}

export const offersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/offers',
  validateSearch: ({ date, products, resolution }): OffersSearch => ({
    ...(isDay(date) && { date }),
    ...(typeof products === 'string' && readProducts(products).length > 0 && { products }),
    ...readResolution(resolution),
  }),
  loaderDeps: ({ search: { date, resolution } }) => ({ date, resolution }),
  loader({ context, deps, cause }) {
    if (cause === 'stay') return;
    void context.queryClient.prefetchQuery(summaryQuery(deps.date, deps.resolution ?? storedResolution()));
  },
  component: lazyPart(() => import('./page.tsx'), 'OffersPage', 'offers', 'parts'),
});
