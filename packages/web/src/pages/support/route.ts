import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { pageNumber } from '../../layout/page-number.ts';

export interface TicketsSearch {
  page?: number;
}

function readSearch({ page }: Record<string, unknown>): TicketsSearch {
  const number = pageNumber(page);
  return number === undefined ? {} : { page: number };
}

export const supportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/support',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'SupportPage'),
});

export const ticketRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/support/$ticketId',
  component: lazyRouteComponent(() => import('./ticket-page.tsx'), 'TicketPage'),
});

export const platformTicketsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/tickets',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./platform-page.tsx'), 'PlatformTicketsPage'),
});

export const platformTicketRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/tickets/$ticketId',
  component: lazyRouteComponent(() => import('./ticket-page.tsx'), 'PlatformTicketPage'),
});
