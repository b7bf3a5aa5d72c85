import type { AuditActor } from '../../store/audit.ts';
import type { Principal } from '../identity/principal.ts';

/** A superadmin as the audit of a tenant names it: the platform's operator. */
export function operatorOf(principal: Principal): AuditActor {
  return { kind: 'operator', id: principal.userId, ...principal.origin };
}
