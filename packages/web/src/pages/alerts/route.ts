import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { pageNumber } from '../../layout/page-number.ts';

export interface AlertsSearch {
  page?: number;
  show?: 'unread';
}

export const alertsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts',
  validateSearch: ({ page, show }): AlertsSearch => {
    const number = pageNumber(page);
    return { ...(number !== undefined && { page: number }), ...(show === 'unread' && { show }) };
  },
  component: lazyPart(() => import('./page.tsx'), 'AlertsPage'),
});
