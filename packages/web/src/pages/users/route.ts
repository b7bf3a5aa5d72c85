import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { pageNumber, readPage } from '../../layout/page-number.ts';

export interface UsersSearch {
  page?: number;
  invitations?: number;
}

export const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/users',
  validateSearch: ({ page, invitations: asked }): UsersSearch => {
    const invitations = pageNumber(asked);
    return { ...readPage(page), ...(invitations !== undefined && { invitations }) };
  },
  component: lazyPart(() => import('./page.tsx'), 'UsersPage', 'users', 'parts'),
});
