import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { endInvitation, lockInvitation } from './invitations.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** Makes the link of an invitation worthless. Revoking twice is no error; an accepted one is a user by now. */
export async function revokeInvitation(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await assertOwnRecord(db, principal, { table: 'invitation', id, noun: 'invitation' });
  await withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    const invitation = await lockInvitation(tx, id);
    if (invitation === undefined) throw new AppError('not_found', 'There is no invitation with this id.');
    if (invitation.acceptedAt !== undefined) {
      throw new AppError('conflict', 'This invitation was accepted; deactivate the user instead.');
    }
    if (invitation.revokedAt !== undefined) return;
    await endInvitation(tx, { id, by: 'revoked_at', now });
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'invitation.revoked',
      target: { type: 'invitation', id },
      details: { email: invitation.email },
      now,
    });
  });
}
