import type { WebhookDeliveryPage } from '@lonja/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { serviceNow } from '../../time/service-clock.ts';
import type { DeliveredEvent, DeliveryState } from './events.ts';

/** The most that a tenant may have is less. */
const MOST_ENDPOINTS = 50;
const DELIVERIES_IN_PAGE = 25;
/** How often the list is asked for again while something in it is about to be sent, and while it is not. */
const SOON_MS = 4000;
const RARELY_MS = 60_000;
const IMMINENT_MS = 15_000;

export const WEBHOOKS_KEY = ['webhooks'];

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS_KEY, 'list'],
  queryFn: ({ signal }) => client.webhooks.list({ page_size: MOST_ENDPOINTS }, { signal }),
});

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, id],
    queryFn: ({ signal }) => client.webhooks.get({ id }, { signal }),
  });
}

export interface DeliveryFilter {
  state?: DeliveryState;
  event?: DeliveredEvent;
  /** Instants; from inclusive, to exclusive. */
  from?: string;
  to?: string;
  page: number;
}

export function deliveriesQuery(id: string, filter: DeliveryFilter) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, id, 'deliveries', filter],
    queryFn: ({ signal }) =>
      client.webhooks.deliveries({ id, ...filter, page_size: DELIVERIES_IN_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (isSendingSoon(data, serviceNow()) ? SOON_MS : RARELY_MS),
  });
}

export function deliveryQuery(id: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, id, 'deliveries', 'one', deliveryId],
    queryFn: ({ signal }) => client.webhooks.delivery({ id, delivery_id: deliveryId }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isSendingSoon({ items: [data] }, serviceNow()) ? SOON_MS : false,
  });
}

function isSendingSoon(page: Pick<WebhookDeliveryPage, 'items'> | undefined, nowMs: number): boolean {
  return (
    page?.items.some(
      ({ state, next_attempt_at: next }) =>
        state === 'pending' && (next === null || Date.parse(next) < nowMs + IMMINENT_MS),
    ) ?? false
  );
}
