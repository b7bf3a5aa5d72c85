import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { MARKET_KEY } from './live-updates.ts';

/** A new run can fire a rule, so live updates ask again for what begins with this. */
export const NOTIFICATIONS_KEY = [MARKET_KEY, 'notifications'];

const FRESH_MS = 60_000;

/** How many notifications the user has not read. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: ({ signal }) => client.notifications.countUnread({}, { signal }),
  staleTime: FRESH_MS,
  refetchInterval: 5 * FRESH_MS,
});
