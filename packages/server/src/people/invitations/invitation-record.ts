import { formatInstant } from '../../ground/http/wire.ts';
import { invitationState } from './invitation-state.ts';
import type { Invitation } from './invitations.ts';
import type { InvitationRecord } from './schemas.ts';

export function toInvitationRecord(invitation: Invitation, now: number): InvitationRecord {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    state: invitationState(invitation, now),
    created_at: formatInstant(invitation.createdAt),
    expires_at: formatInstant(invitation.expiresAt),
  };
}
