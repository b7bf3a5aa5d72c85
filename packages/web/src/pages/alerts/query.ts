import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { NOTIFICATIONS_KEY } from '../../api/unread.ts';

export const RULES_KEY = ['alert-rules'];
export const CHANNELS_KEY = ['alert-channels'];

const NOTIFICATIONS_ON_A_PAGE = 20;
/** A user has no more rules than this. */
const ALL_RULES = 50;

export function notificationsQuery(page: number, isUnread: boolean) {
  return queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, 'list', page, isUnread],
    queryFn: ({ signal }) =>
      client.notifications.list(
        { page, page_size: NOTIFICATIONS_ON_A_PAGE, ...(isUnread && { unread: 'true' as const }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export const rulesQuery = queryOptions({
  queryKey: RULES_KEY,
  queryFn: ({ signal }) => client.notifications.alertRules({ page_size: ALL_RULES }, { signal }),
});

/** A user has no more than 10 channels and 10 devices, the organisation no more than 10 channels. */
export const channelsQuery = queryOptions({
  queryKey: CHANNELS_KEY,
  queryFn: ({ signal }) => client.notifications.alertChannels({ page_size: 30 }, { signal }),
});
