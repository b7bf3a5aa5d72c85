import { withTenant } from '../../ground/database/database.ts';
import { type Invitation, listInvitations } from './invitations.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** Invitations of the tenant, newest first. */
export async function listOwnInvitations(
  { db }: IdentityContext,
  { tenantId }: Principal,
  page: { offset: number; limit: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listInvitations(tx, { tenantId, ...page }));
}
