import { createRoute } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { showcaseQuery } from './query.ts';

export const landingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  // Asked for while the page's code is still on its way.
  loader({ context }) {
    void context.queryClient.prefetchQuery(showcaseQuery);
  },
  component: lazyPart(() => import('./page.tsx'), 'LandingPage', 'landing'),
});
