import type { AuditActor } from '../audit/audit.ts';
import type { Principal } from './principal.ts';

/** A superadmin as the audit of a tenant names it: the platform's operator. */
export function operatorOf(principal: Principal): AuditActor {
  return { kind: 'operator', id: principal.userId, ...principal.origin };
}
