import type { Me } from '@lonja/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { currentLocale, setLocale } from '../i18n/locale.ts';
import { setServiceClock } from '../time/service-clock.ts';
import { client } from './client.ts';

const LONG_MS = 10 * 60_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn({ signal }) {
    const me = await client.account.me({}, { signal });
    setServiceClock(me.now);
    // The account's language is that of every device; one that was chosen here before signing in ends with it.
    if (currentLocale() !== me.locale) await setLocale(me.locale).catch(() => undefined);
    return me;
  },
  staleTime: LONG_MS,
});

/** The signed-in user; the shell has seen to it that it is there. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Roles in rising order. */
export const ROLES = ['viewer', 'trader', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Each role may do what the ones before it may. */
export function hasRole(me: Me, role: Role): boolean {
  return ROLES.indexOf(me.role) >= ROLES.indexOf(role);
}
