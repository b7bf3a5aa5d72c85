import type { ApiKey } from '@lonja/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

export const KEYS_KEY = ['api-keys'];
export const PAGE_SIZE = 50;

export function keysQuery(page: number) {
  return queryOptions({
    queryKey: [...KEYS_KEY, page],
    queryFn: ({ signal }) => client.apiKeys.list({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type KeyState = 'live' | 'replaced' | 'revoked' | 'expired';

/** What a key can still do: a replaced one works until its overlap ends. */
export function keyState({ revoked_at, expires_at, replaced_by }: ApiKey, nowMs: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= nowMs) return 'expired';
  return replaced_by === null ? 'live' : 'replaced';
}

/** The answer has a key that is shown once: nothing keeps it longer than the page does. */
export const FORGET_AT_ONCE = { gcTime: 0 } as const;
