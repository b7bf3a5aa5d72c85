import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const USERS_KEY = ['users'];
const PAGE_SIZE = 200;

/** Users of the tenant, for its administrators. */
export function usersQuery(page: number) {
  return queryOptions({
    queryKey: [...USERS_KEY, page],
    queryFn: ({ signal }) => client.tenant.users({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}
