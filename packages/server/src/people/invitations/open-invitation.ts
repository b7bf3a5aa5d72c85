import { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { type Invitation, lockInvitationByToken } from './invitations.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import { hashLinkToken } from '../access/mailed-secret.ts';
import { findProviderOf, type Provider } from '../providers/providers.ts';
import { invitationState } from './invitation-state.ts';

export type OpenInvitation = Invitation & { tenantName: string };

/** What a link stands for. Unknown, used, revoked and expired links get the same 404. */
export async function getOpenInvitation(tx: Db, token: string, now: number): Promise<OpenInvitation> {
  const invitation = await lockInvitationByToken(tx, hashLinkToken(token));
  if (
    invitation === undefined ||
    !invitation.tenantIsActive ||
    invitationState(invitation, now) !== 'pending'
  ) {
    throw new AppError(
      'not_found',
      'This invitation was used already, was taken back or has expired; ask for a new one.',
    );
  }
  return invitation;
}

/** What the page behind a link shows before it is accepted, and whether the tenant signs in by a provider of its own. */
export async function lookUpInvitation(
  { db, clock }: IdentityContext,
  token: string,
): Promise<OpenInvitation & { provider: Provider | undefined }> {
  return db.transaction().execute(async (tx) => {
    const invitation = await getOpenInvitation(tx, token, clock.now());
    return { ...invitation, provider: await findProviderOf(tx, invitation.tenantId) };
  });
}
