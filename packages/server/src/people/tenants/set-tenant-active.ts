import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { type Tenant, updateTenantTerms } from './tenants.ts';
import { endTenantSessions } from '../access/sessions.ts';
import { lockActiveSuperadmins } from '../users/users.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { getTenant } from './get-tenant.ts';
import { operatorOf } from '../access/operator-of.ts';

/** Deactivates or reactivates a tenant: its sessions end, and its keys are refused while it is deactivated. */
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
    // Of two superadmins who deactivate each other's tenants at once, the second is no superadmin any more.
    const superadmins = await lockActiveSuperadmins(tx);
    if (!isActive && !superadmins.some((superadmin) => superadmin === principal.userId)) {
      throw new AppError('insufficient_scope', 'Only superadmins of the platform can do this.');
    }
    const before = await getTenant(tx, id);
    if (isActive === (before.deactivatedAt === undefined)) return before;
    const now = clock.now();
    await updateTenantTerms(tx, id, { deactivatedAt: isActive ? null : now });
    // At a reactivation too: sessions of a tenant that an earlier release deactivated have not ended.
    await endTenantSessions(tx, { tenantId: id, now });
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
