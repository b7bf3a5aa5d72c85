import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readPage } from '../../layout/page-number.ts';

export interface TicketsSearch {
  page?: number;
}

function readSearch({ page }: Record<string, unknown>): TicketsSearch {
  return readPage(page);
}

export const supportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/support',
  validateSearch: readSearch,
  component: lazyPart(() => import('./page.tsx'), 'SupportPage', 'support', 'reasons', 'parts'),
});

export const ticketRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/support/$ticketId',
  component: lazyPart(() => import('./ticket-page.tsx'), 'TicketPage', 'support', 'reasons', 'parts'),
});

export const platformTicketsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/tickets',
  validateSearch: readSearch,
  component: lazyPart(
    () => import('./platform-page.tsx'),
    'PlatformTicketsPage',
    'support',
    'reasons',
    'parts',
  ),
});

export const platformTicketRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/tickets/$ticketId',
  component: lazyPart(() => import('./ticket-page.tsx'), 'PlatformTicketPage', 'support', 'reasons', 'parts'),
});
