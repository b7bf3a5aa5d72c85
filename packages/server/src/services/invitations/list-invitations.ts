import { withTenant } from '../../store/database.ts';
import { type Invitation, listInvitations } from '../../store/invitations.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';

/** Invitations of the tenant, newest first. */
export async function listOwnInvitations(
  { db }: IdentityContext,
  { tenantId }: Principal,
  page: { offset: number; limit: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listInvitations(tx, { tenantId, ...page }));
}
