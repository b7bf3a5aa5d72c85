import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';

export const landingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./page.tsx'), 'LandingPage'),
});
