import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { pageNumber } from '../../layout/page-number.ts';

export const apiKeysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/api-keys',
  validateSearch: ({ page }): { page?: number } => {
    const number = pageNumber(page);
    return number === undefined ? {} : { page: number };
  },
  component: lazyPart(() => import('./page.tsx'), 'ApiKeysPage'),
});
