import { type ApiKey, listLimitedApiKeys } from '../api-keys/api-keys.ts';
import { listTenants, type Tenant } from './tenants.ts';
import type { IdentityContext } from '../access/identity-context.ts';

export interface TenantLimits {
  tenant: Tenant;
  /** Keys with a limit of their own. */
  keys: ApiKey[];
}

/** Request limits of all tenants, for the platform's operator. */
export async function listLimits(
  { db }: IdentityContext,
  page: { offset: number; limit: number },
): Promise<{ limits: TenantLimits[]; total: number }> {
  const { tenants, total } = await listTenants(db, page);
  const keys = await listLimitedApiKeys(
    db,
    tenants.map((tenant) => tenant.id),
  );
  const keysByTenant = Map.groupBy(keys, (key) => key.tenantId);
  return { limits: tenants.map((tenant) => ({ tenant, keys: keysByTenant.get(tenant.id) ?? [] })), total };
}
