import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { type ApiKey, listLimitedApiKeys, lockApiKey, setApiKeyLimit } from '../api-keys/api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import { updateTenantTerms } from './tenants.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { getTenant } from './get-tenant.ts';
import type { TenantLimits } from './list-limits.ts';
import { operatorOf } from '../access/operator-of.ts';

const Id = z.uuid();

/** Sets how many requests a minute each credential of a tenant may make; undefined goes back to the default. */
export async function setTenantLimit(
  { db, clock }: IdentityContext,
  principal: Principal,
  tenantId: string,
  requestsPerMinute: number | undefined,
): Promise<TenantLimits> {
  return db.transaction().execute(async (tx) => {
    const before = await getTenant(tx, tenantId);
    await updateTenantTerms(tx, tenantId, { requestsPerMinute: requestsPerMinute ?? null });
    await appendAudit(tx, {
      tenantId,
      actor: operatorOf(principal),
      action: 'limit.changed',
      target: { type: 'tenant', id: tenantId },
      details: { from: before.requestsPerMinute ?? null, to: requestsPerMinute ?? null },
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
    if (key === undefined || key.revokedAt !== undefined) {
      throw new AppError('not_found', 'There is no API key with this id that is not revoked.');
    }
    await setApiKeyLimit(tx, keyId, requestsPerMinute);
    await appendAudit(tx, {
      tenantId: key.tenantId,
      actor: operatorOf(principal),
      action: 'limit.changed',
      target: { type: 'api_key', id: keyId },
      details: { from: key.requestsPerMinute ?? null, to: requestsPerMinute ?? null },
      now: clock.now(),
    });
    return { ...key, requestsPerMinute };
  });
}
