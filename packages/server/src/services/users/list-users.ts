import { withTenant } from '../../store/database.ts';
import { type User, listUsers } from '../../store/users.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';

/** Users of the tenant, deactivated ones too, oldest first. */
export async function listOwnUsers(
  { db }: IdentityContext,
  { tenantId }: Principal,
  page: { offset: number; limit: number },
): Promise<{ users: User[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listUsers(tx, { tenantId, ...page }));
}
