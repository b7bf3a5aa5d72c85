import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { operatorOf, type Principal } from '../access/principal.ts';
import { endTenantSessions } from '../access/sessions.ts';
import { type ApiKey, listLimitedApiKeys, lockApiKey, changeApiKey } from '../api-keys/store.ts';
import { appendAudit } from '../audit/audit.ts';
import { lockActiveSuperadmins } from '../users/store.ts';
import { findTenant, listTenants, type Tenant, updateTenant } from './store.ts';

const Id = z.uuid();

/** A tenant by its id, for the platform's operator. */
export async function getTenant(tx: Db, id: string): Promise<Tenant> {
  const tenant = Id.safeParse(id).success ? await findTenant(tx, id) : undefined;
  if (tenant === undefined) throw new AppError('not_found', 'There is no tenant with this id.');
  return tenant;
}

/** Deactivates or reactivates a tenant: its sessions end, and its keys are refused while it is deactivated. */
export async function setTenantActive(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  isActive: boolean,
): Promise<Tenant> {
  if (!isActive && id === principal.tenantId) {
    throw new AppError('conflict', 'This is your own tenant; you would lock yourself out.');
  }
  return db.transaction().execute(async (tx) => {
    // Of two superadmins who deactivate each other's tenants at once, the second is no superadmin any more.
    const superadmins = await lockActiveSuperadmins(tx);
    if (!isActive && !superadmins.some((superadmin) => superadmin === principal.userId)) {
      throw new AppError('insufficient_scope', 'Only superadmins of the platform can do this.');
    }
    const before = await getTenant(tx, id);
    if (isActive === (before.deactivated_at === null)) return before;
    const now = clock.now();
    await updateTenant(tx, id, { deactivated_at: isActive ? null : new Date(now) });
    // At a reactivation too: sessions of a tenant that an earlier release deactivated have not ended.
    await endTenantSessions(tx, { tenantId: id, now });
    await appendAudit(tx, {
      tenantId: id,
      actor: operatorOf(principal),
      action: isActive ? 'tenant.reactivated' : 'tenant.deactivated',
      target: { type: 'tenant', id },
      now,
    });
    return getTenant(tx, id);
  });
}

/** Sets the market products that a tenant may read, from the next request on. */
export async function setSubscription(
  { db, clock }: IdentityContext,
  principal: Principal,
  tenantId: string,
  products: string[],
): Promise<Tenant> {
  return db.transaction().execute(async (tx) => {
    const before = await getTenant(tx, tenantId);
    await updateTenant(tx, tenantId, { products });
    await appendAudit(tx, {
      tenantId,
      actor: operatorOf(principal),
      action: 'subscription.changed',
      target: { type: 'tenant', id: tenantId },
      details: { from: before.products, to: products },
      now: clock.now(),
    });
    return getTenant(tx, tenantId);
  });
}

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
  const keysByTenant = Map.groupBy(keys, (key) => key.tenant_id);
  return { limits: tenants.map((tenant) => ({ tenant, keys: keysByTenant.get(tenant.id) ?? [] })), total };
}

/** Sets how many requests a minute each credential of a tenant may make; undefined goes back to the default. */
export async function setTenantLimit(
  { db, clock }: IdentityContext,
  principal: Principal,
  tenantId: string,
  requestsPerMinute: number | undefined,
): Promise<TenantLimits> {
  return db.transaction().execute(async (tx) => {
    const before = await getTenant(tx, tenantId);
    await updateTenant(tx, tenantId, { rate_limit: requestsPerMinute ?? null });
    await appendAudit(tx, {
      tenantId,
      actor: operatorOf(principal),
      action: 'limit.changed',
      target: { type: 'tenant', id: tenantId },
      details: { from: before.rate_limit, to: requestsPerMinute ?? null },
      now: clock.now(),
    });
    return { tenant: await getTenant(tx, tenantId), keys: await listLimitedApiKeys(tx, [tenantId]) };
  });
}

/** Sets how many requests a minute one key may make; undefined goes back to the tenant's limit. */
export async function setKeyLimit(
  { db, clock }: IdentityContext,
  principal: Principal,
  keyId: string,
  requestsPerMinute: number | undefined,
): Promise<ApiKey> {
  return db.transaction().execute(async (tx) => {
    const key = Id.safeParse(keyId).success ? await lockApiKey(tx, keyId) : undefined;
    if (key === undefined || key.revoked_at !== null) {
      throw new AppError('not_found', 'There is no API key with this id that is not revoked.');
    }
    const rate_limit = requestsPerMinute ?? null;
    await changeApiKey(tx, keyId, { rate_limit });
    await appendAudit(tx, {
      tenantId: key.tenant_id,
      actor: operatorOf(principal),
      action: 'limit.changed',
      target: { type: 'api_key', id: keyId },
      details: { from: key.rate_limit, to: rate_limit },
      now: clock.now(),
    });
    return { ...key, rate_limit };
  });
}
