import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { serviceNow } from '../../time/service-clock.ts';

export const INVITATIONS_KEY = ['invitations'];
const PAGE_SIZE = 50;

const MOST_KEYS = 200;

/** Keys that a user made and that still work. */
export function liveKeysQuery(userId: string) {
  return queryOptions({
    queryKey: ['api-keys', 'of', userId],
    async queryFn({ signal }) {
      const { items } = await client.apiKeys.list({ created_by: userId, page_size: MOST_KEYS }, { signal });
      return items.filter(
        ({ revoked_at: revokedAt, expires_at: expiresAt }) =>
          revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > serviceNow()),
      );
    },
  });
}

export function invitationsQuery(page: number) {
  return queryOptions({
    queryKey: [...INVITATIONS_KEY, page],
    queryFn: ({ signal }) => client.tenant.invitations({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}
