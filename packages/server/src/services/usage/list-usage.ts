import { withTenant } from '../../store/database.ts';
import { type UsageQuery, listRequestUsage } from '../../store/request-usage.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import { clampToServedDays } from '../markets/served-days.ts';
import type { Principal } from '../identity/principal.ts';

/** Requests of the caller's tenant by day and key, newest day first. */
export async function listUsage(
  { db }: IdentityContext,
  { tenantId }: Principal,
  query: Omit<UsageQuery, 'tenantId'>,
): ReturnType<typeof listRequestUsage> {
  const days = clampToServedDays(query);
  if (days === undefined) return { usage: [], total: 0 };
  return withTenant(db, tenantId, (tx) => listRequestUsage(tx, { ...query, ...days, tenantId }));
}
