import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readPage } from '../../layout/page-number.ts';
import { isDay } from '../../time/madrid-time.ts';
import { type DeliveredEvent, type DeliveryState, isDeliveredEvent, isDeliveryState } from './events.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks',
  component: lazyPart(() => import('./list-page.tsx'), 'WebhooksPage', 'webhooks', 'parts'),
});

/** Which deliveries of an endpoint are shown. */
export interface DeliverySearch {
  state?: DeliveryState;
  event?: DeliveredEvent;
  /** First and last day, in the zone of the tenant. */
  from?: string;
  to?: string;
  page?: number;
  /** The delivery that is open. */
  delivery?: string;
}

export const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks/$id',
  validateSearch: ({ state, event, from, to, page, delivery }): DeliverySearch => ({
    ...(isDeliveryState(state) && { state }),
    ...(isDeliveredEvent(event) && { event }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...readPage(page),
    ...(typeof delivery === 'string' && { delivery }),
  }),
  component: lazyPart(() => import('./endpoint-page.tsx'), 'EndpointPage', 'webhooks', 'reasons', 'parts'),
});
