import type { AuditActor } from '../audit/audit.ts';
import type { Principal } from './principal.ts';

/** Who the audit says it was. */
export function actorOf(principal: Principal): AuditActor {
  const { userId, keyId, origin } = principal;
  return userId === undefined
    ? { kind: 'api_key', id: keyId, ...origin }
    : { kind: 'user', id: userId, ...origin };
}
