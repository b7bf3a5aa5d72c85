import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

export const TICKETS_KEY = ['tickets'];

const TICKETS_ON_A_PAGE = 25;

export function ticketsQuery(page: number) {
  return queryOptions({
    queryKey: [...TICKETS_KEY, 'own', page],
    queryFn: ({ signal }) => client.support.tickets({ page, page_size: TICKETS_ON_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function platformTicketsQuery(page: number) {
  return queryOptions({
    queryKey: [...TICKETS_KEY, 'all', page],
    queryFn: ({ signal }) => client.platform.tickets({ page, page_size: TICKETS_ON_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const dataStatusQuery = queryOptions({
  queryKey: ['data-status'],
  queryFn: ({ signal }) => client.support.dataStatus({}, { signal }),
});

const HELD_BACK_ON_A_PAGE = 20;

export function heldBackQuery(page: number) {
  return queryOptions({
    queryKey: ['held-back', page],
    queryFn: ({ signal }) => client.support.heldBack({ page, page_size: HELD_BACK_ON_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
}
