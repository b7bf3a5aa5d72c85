import type { AuditActor } from '../../store/audit.ts';
import type { Principal } from './principal.ts';

/** Who the audit says it was. */
export function actorOf(principal: Principal): AuditActor {
  return principal.userId === undefined
    ? { kind: 'api_key', id: principal.keyId }
    : { kind: 'user', id: principal.userId };
}
