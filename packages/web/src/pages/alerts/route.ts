import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';

export interface AlertsSearch {
  page?: number;
  show?: 'unread';
}

export const alertsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts',
  validateSearch: ({ page, show }): AlertsSearch => ({
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    ...(show === 'unread' && { show }),
  }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'AlertsPage'),
});
