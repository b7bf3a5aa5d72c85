import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { MARKET_KEY } from './live-updates.ts';
import { meQuery } from './me.ts';

/** A new run can fire a rule, so live updates ask again for what begins with this. */
export const NOTIFICATIONS_KEY = [MARKET_KEY, 'notifications'];

const FRESH_MS = 60_000;

const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: async ({ signal }) => (await client.notifications.countUnread({}, { signal })).unread,
  staleTime: FRESH_MS,
  refetchInterval: 5 * FRESH_MS,
});

/** How many notifications the user has not read; at first what came with the user, who is there. */
export function useUnread(): number {
  const { data: me, dataUpdatedAt: initialDataUpdatedAt } = useSuspenseQuery(meQuery);
  return useQuery({ ...unreadQuery, initialData: me.unread_notifications, initialDataUpdatedAt }).data;
}
