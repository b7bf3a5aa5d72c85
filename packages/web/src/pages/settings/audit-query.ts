import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

const PAGE_SIZE = 50;

export interface AuditFilter {
  action?: string;
  actor_id?: string;
  date_from?: string;
  date_to?: string;
  page: number;
}

export function auditQuery(filter: AuditFilter) {
  return queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => client.settings.audit({ ...filter, page_size: PAGE_SIZE }, { signal }),
    // A reader of this page has often just changed something.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
