import { type PlatformStats, countPlatform } from './platform-stats.ts';
import { listTenants, type Tenant } from '../../people/tenants/store.ts';
import { type User, listUsers } from '../../people/users/store.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';

interface Page {
  offset: number;
  limit: number;
}

/** Reads over all tenants: for routes that are the superadmins' alone. */
export async function listAllTenants(
  { db }: IdentityContext,
  page: Page,
): Promise<{ tenants: Tenant[]; total: number }> {
  return listTenants(db, page);
}

export async function listAllUsers(
  { db }: IdentityContext,
  page: Page,
): Promise<{ users: User[]; total: number }> {
  return listUsers(db, { tenantId: undefined, ...page });
}

export async function getPlatformStats({ db, clock }: IdentityContext): Promise<PlatformStats> {
  const now = clock.now();
  return countPlatform(db, { now, today: new Date(now).toISOString().slice(0, 10) });
}
