import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
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
  component: lazyRouteComponent(() => import('./page.tsx'), 'UsersPage'),
});
