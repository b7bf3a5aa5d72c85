import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readPage } from '../../layout/page-number.ts';

interface ApiKeysSearch {
  page?: number;
  /** Whether the dialog for a new key is open. */
  create?: true;
}

export const apiKeysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/api-keys',
  validateSearch: ({ page, create }): ApiKeysSearch => ({
    ...readPage(page),
    ...(create === true && { create }),
  }),
  component: lazyPart(() => import('./page.tsx'), 'ApiKeysPage', 'api-keys', 'parts'),
});
