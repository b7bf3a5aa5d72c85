import { AppError } from '../../errors.ts';
import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { type Tenant, type TenantChange, updateTenant } from '../../store/tenants.ts';
import { actorOf } from '../identity/actor-of.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { getSessionUser } from '../profile/session-user.ts';
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
