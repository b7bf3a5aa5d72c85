import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import type { ProductName } from '../../market/products.ts';

export const ADMIN_KEY = ['admin'];

const RECORDS_ON_A_PAGE = 25;
const BACKFILLS_ON_A_PAGE = 10;
const INCIDENTS_ON_A_PAGE = 10;
const JOBS_EVERY_MS = 15_000;
const FIGURES_EVERY_MS = 30_000;
const PROGRESS_EVERY_MS = 5000;

export const figuresQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'figures'],
  queryFn: ({ signal }) => client.platform.stats({}, { signal }),
  refetchInterval: FIGURES_EVERY_MS,
});

export function tenantsQuery(page: number) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'tenants', page],
    queryFn: ({ signal }) => client.platform.tenants({ page, page_size: RECORDS_ON_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function usersQuery(page: number) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'users', page],
    queryFn: ({ signal }) => client.platform.users({ page, page_size: RECORDS_ON_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function modelsQuery(page: number, product: ProductName | undefined) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'models', page, product],
    queryFn: ({ signal }) =>
      client.platform.models({ page, page_size: RECORDS_ON_A_PAGE, product }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const sourcesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'sources'],
  queryFn: ({ signal }) => client.platform.sources({}, { signal }),
});

/** The backfills of a source; asked for again while one of them is under way. */
export function backfillsQuery(source: string, page: number) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'backfills', source, page],
    queryFn: ({ signal }) =>
      client.platform.backfills({ source, page, page_size: BACKFILLS_ON_A_PAGE }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting' || state === 'running') === true
        ? PROGRESS_EVERY_MS
        : false,
  });
}

export function incidentsQuery(page: number) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'incidents', page],
    queryFn: ({ signal }) => client.platform.incidents({ page, page_size: INCIDENTS_ON_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function jobsQuery(page: number, queue: string | undefined) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'jobs', page, queue],
    queryFn: ({ signal }) => client.platform.jobs({ page, page_size: RECORDS_ON_A_PAGE, queue }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: JOBS_EVERY_MS,
  });
}
