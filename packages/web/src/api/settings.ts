import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

const LONG_MS = 10 * 60_000;

/** Settings of the tenant, which every role may read. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({}, { signal }),
  staleTime: LONG_MS,
});
