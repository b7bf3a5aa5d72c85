import { type Db, withTenant } from '../../ground/database/database.ts';
import {
  type KeyUsage,
  type TenantUsage,
  type TenantUsageQuery,
  type UsageQuery,
  countTenantUsage,
  listRequestUsage,
  listTenantUsage,
} from './request-usage.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { Principal } from '../access/principal.ts';

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

/** Rows in memory at once, whatever the length of a file. */
const PART_SIZE = 2000;

/** The whole usage of the caller's tenant in these days, part by part. */
export function readUsageParts(
  context: IdentityContext,
  principal: Principal,
  days: { from: string; to: string },
): AsyncGenerator<KeyUsage[]> {
  return partsOf(async (window) => (await listUsage(context, principal, { ...days, ...window })).usage);
}

/** Requests of tenants by day or month, for routes that are the superadmins' alone. */
export async function listUsageOfTenants(
  { db }: { db: Db },
  query: TenantUsageQuery,
  window: { offset: number; limit: number },
): Promise<{ usage: TenantUsage[]; total: number }> {
  return { usage: await listTenantUsage(db, query, window), total: await countTenantUsage(db, query) };
}

/** All of them, part by part. */
export function readTenantUsageParts(
  { db }: { db: Db },
  query: TenantUsageQuery,
): AsyncGenerator<TenantUsage[]> {
  return partsOf((window) => listTenantUsage(db, query, window));
}

async function* partsOf<T>(
  read: (window: { offset: number; limit: number }) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let offset = 0; ; offset += PART_SIZE) {
    const part = await read({ offset, limit: PART_SIZE });
    if (part.length > 0) yield part;
    if (part.length < PART_SIZE) return;
  }
}
