import { type Principal, SCOPES } from '../../services/identity/principal.ts';
import { invitationState } from '../../services/invitations/invitation-state.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import type { Invitation } from '../../store/invitations.ts';
import type { User } from '../../store/users.ts';
import type { ApiKeyRecord } from '../schemas/api-keys.ts';
import type { InvitationRecord } from '../schemas/invitations.ts';
import type { Me, UserRecord } from '../schemas/users.ts';
import { formatInstant, formatOptionalInstant } from '../wire.ts';

/** How accounts look on the wire. */
export function toMe(user: User, principal: Principal, { now, unread }: { now: number; unread: number }): Me {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    role: user.role,
    locale: user.locale,
    is_superadmin: user.isSuperadmin,
    tenant: { id: user.tenantId, name: user.tenantName },
    totp_enabled: user.totpEnabled,
    recovery_codes_left: user.recoveryCodesLeft,
    second_factor_needed: principal.mustEnrol === true && !user.totpEnabled,
    unread_notifications: unread,
    now: formatInstant(now),
  };
}

export function toUserRecord(user: User): UserRecord {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    role: user.role,
    locale: user.locale,
    active: user.isActive,
    totp_enabled: user.totpEnabled,
    created_at: formatInstant(user.createdAt),
    last_seen_at: formatOptionalInstant(user.lastSeenAt),
  };
}

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

export function toApiKeyRecord(key: ApiKey): ApiKeyRecord {
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    role: key.role,
    scopes: key.scopes === undefined ? null : SCOPES.filter((scope) => key.scopes?.includes(scope)),
    created_by: key.createdBy ?? null,
    created_at: formatInstant(key.createdAt),
    last_used_at: formatOptionalInstant(key.lastUsedAt),
    expires_at: formatOptionalInstant(key.expiresAt),
    revoked_at: formatOptionalInstant(key.revokedAt),
    rate_limit: key.requestsPerMinute ?? null,
    replaced_by: key.replacedBy ?? null,
    allowed_addresses: key.allowedAddresses ?? null,
  };
}
