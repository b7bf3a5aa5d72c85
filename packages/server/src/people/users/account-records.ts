import { type Principal } from '../access/principal.ts';
import type { User } from './users.ts';
import type { Me, UserRecord } from './schemas.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';

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
