import { type ApiKey, listApiKeys } from './api-keys.ts';
import { withTenant } from '../../ground/database/database.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** Keys of the tenant, or those that one user made, revoked ones too, newest first. */
export async function listOwnKeys(
  { db }: IdentityContext,
  { tenantId }: Principal,
  query: { createdBy: string | undefined; offset: number; limit: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listApiKeys(tx, { tenantId, ...query }));
}
