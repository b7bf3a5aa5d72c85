import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { pageNumber } from '../../layout/page-number.ts';

interface ApiKeysSearch {
  page?: number;
  /** Whether the dialog for a new key is open. */
  create?: true;
}

export const apiKeysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/api-keys',
  validateSearch: ({ page, create }): ApiKeysSearch => {
    const number = pageNumber(page);
    return { ...(number !== undefined && { page: number }), ...(create === true && { create }) };
  },
  component: lazyPart(() => import('./page.tsx'), 'ApiKeysPage'),
});
