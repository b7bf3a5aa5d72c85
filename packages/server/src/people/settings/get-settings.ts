import { AppError } from '../../ground/errors.ts';
import { withTenant } from '../../ground/database/database.ts';
import { type Tenant, findTenant } from '../tenants/tenants.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** The settings of the caller's tenant. */
export async function getSettings({ db }: IdentityContext, { tenantId }: Principal): Promise<Tenant> {
  const tenant = await withTenant(db, tenantId, (tx) => findTenant(tx, tenantId));
  if (tenant === undefined) throw new AppError('not_found', 'There is no such tenant.');
  return tenant;
}
