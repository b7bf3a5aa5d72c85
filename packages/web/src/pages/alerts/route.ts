import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readPage } from '../../layout/page-number.ts';

export interface AlertsSearch {
  page?: number;
  show?: 'unread';
}

export const alertsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts',
  validateSearch: ({ page, show }): AlertsSearch => ({
    ...readPage(page),
    ...(show === 'unread' && { show }),
  }),
  component: lazyPart(() => import('./page.tsx'), 'AlertsPage', 'alerts', 'parts'),
});
