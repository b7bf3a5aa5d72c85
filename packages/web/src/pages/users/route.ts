import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { pageNumber } from '../../layout/page-number.ts';

export interface UsersSearch {
  page?: number;
  invitations?: number;
}

export const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/users',
  validateSearch: (search): UsersSearch => {
    const [page, invitations] = [pageNumber(search['page']), pageNumber(search['invitations'])];
    return { ...(page !== undefined && { page }), ...(invitations !== undefined && { invitations }) };
  },
  component: lazyPart(() => import('./page.tsx'), 'UsersPage'),
});
