import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';
import { showcaseQuery } from './query.ts';

export const landingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  // Asked for while the page's code is still on its way.
  loader({ context }) {
    void context.queryClient.prefetchQuery(showcaseQuery);
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'LandingPage'),
});
