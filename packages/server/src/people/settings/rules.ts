import { withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { auditChange, type Principal } from '../access/principal.ts';
import { auditedFields } from '../audit/audit.ts';
import { findTenant, type Tenant, type TenantChange, updateTenant } from '../tenants/store.ts';
import { getSessionUser } from '../users/session-user.ts';

/** The settings of the caller's tenant. */
export async function getSettings({ db }: IdentityContext, { tenantId }: Principal): Promise<Tenant> {
  const tenant = await withTenant(db, tenantId, (tx) => findTenant(tx, tenantId));
  if (tenant === undefined) throw new AppError('not_found', 'There is no such tenant.');
  return tenant;
}

const AUDITED_NAMES = { forecast_change_threshold: 'forecastChangeThresholdEurPerMwh' };

/** Changes the settings of the caller's tenant. */
export async function changeSettings(
  context: IdentityContext,
  principal: Principal,
  change: TenantChange,
): Promise<Tenant> {
  const { tenantId } = principal;
  await withTenant(context.db, tenantId, async (tx) => {
    if (change.requires_second_factor === true && !(await getSessionUser(tx, principal)).totp_enabled) {
      throw new AppError(
        'conflict',
        'Set up a second factor of your own first; you would lock yourself out.',
      );
    }
    await updateTenant(tx, tenantId, change);
    await auditChange(tx, principal, 'settings.changed', {
      id: tenantId,
      type: 'tenant',
      details: auditedFields(change, AUDITED_NAMES),
      now: context.clock.now(),
    });
  });
  return getSettings(context, principal);
}
