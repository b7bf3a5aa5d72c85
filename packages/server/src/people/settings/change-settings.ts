import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { type Tenant, type TenantChange, updateTenant } from '../tenants/tenants.ts';
import { actorOf } from '../access/actor-of.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { getSessionUser } from '../users/session-user.ts';
import { getSettings } from './get-settings.ts';

/** Changes the settings of the caller's tenant. */
export async function changeSettings(
  context: IdentityContext,
  principal: Principal,
  change: TenantChange,
): Promise<Tenant> {
  const { tenantId } = principal;
  await withTenant(context.db, tenantId, async (tx) => {
    if (change.requiresSecondFactor === true && !(await getSessionUser(tx, principal)).totpEnabled) {
      throw new AppError(
        'conflict',
        'Set up a second factor of your own first; you would lock yourself out.',
      );
    }
    await updateTenant(tx, tenantId, change);
    await appendAudit(tx, {
      tenantId,
      actor: actorOf(principal),
      action: 'settings.changed',
      target: { type: 'tenant', id: tenantId },
      details: { ...change },
      now: context.clock.now(),
    });
  });
  return getSettings(context, principal);
}
