import { withTenant } from '../../ground/database/database.ts';
import { type User, listUsers } from './users.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** Users of the tenant, deactivated ones too, oldest first. */
export async function listOwnUsers(
  { db }: IdentityContext,
  { tenantId }: Principal,
  page: { offset: number; limit: number },
): Promise<{ users: User[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listUsers(tx, { tenantId, ...page }));
}
