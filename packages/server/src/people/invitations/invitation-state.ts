import type { Invitation } from './invitations.ts';

export type InvitationState = 'pending' | 'accepted' | 'revoked' | 'expired';

export function invitationState(invitation: Invitation, now: number): InvitationState {
  if (invitation.acceptedAt !== undefined) return 'accepted';
  if (invitation.revokedAt !== undefined) return 'revoked';
  return invitation.expiresAt <= now ? 'expired' : 'pending';
}
