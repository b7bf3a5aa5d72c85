import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';

export const registerRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('./page.tsx'), 'RegisterPage'),
});
