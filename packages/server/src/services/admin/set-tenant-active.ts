import { AppError } from '../../errors.ts';
import { appendAudit } from '../../store/audit.ts';
import { type Tenant, updateTenantTerms } from '../../store/tenants.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { getTenant } from './get-tenant.ts';
import { operatorOf } from './operator-of.ts';

/** Deactivates or reactivates a tenant: its sessions and keys are refused from the next request on. */
export async function setTenantActive(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  isActive: boolean,
): Promise<Tenant> {
  if (!isActive && id === principal.tenantId) {
    throw new AppError('conflict', 'This is your own tenant; you would lock yourself out.');
  }
  return db.transaction().execute(async (tx) => {
    const before = await getTenant(tx, id);
    if (isActive === (before.deactivatedAt === undefined)) return before;
    const now = clock.now();
    await updateTenantTerms(tx, id, { deactivatedAt: isActive ? null : now });
    await appendAudit(tx, {
      tenantId: id,
      actor: operatorOf(principal),
      action: isActive ? 'tenant.reactivated' : 'tenant.deactivated',
      target: { type: 'tenant', id },
      now,
    });
    return getTenant(tx, id);
  });
}
