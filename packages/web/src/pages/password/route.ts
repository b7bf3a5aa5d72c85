import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';

export const forgotRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./forgot-page.tsx'), 'ForgotPage'),
});

export const resetRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset',
  validateSearch: ({ token }): { token: string } => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
});
