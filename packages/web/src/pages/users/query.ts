import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

export const INVITATIONS_KEY = ['invitations'];
const PAGE_SIZE = 50;

export function invitationsQuery(page: number) {
  return queryOptions({
    queryKey: [...INVITATIONS_KEY, page],
    queryFn: ({ signal }) => client.tenant.invitations({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}
