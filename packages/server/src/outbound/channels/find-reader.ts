import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Locale } from '../../ground/config/locale.ts';
import type { Principal } from '../../people/access/principal.ts';
import { findTenant } from '../../people/tenants/store.ts';
import { userOf } from '../../people/users/session-user.ts';
import { findUserLocale } from '../../people/users/store.ts';

/** The language of who reads a channel, the user's or the tenant's, and the zone of the tenant. */
export async function findReader(
  db: Db,
  principal: Principal,
  { isOfTenant }: { isOfTenant: boolean },
): Promise<{ locale: Locale; timeZone: string }> {
  const { tenantId, userId } = userOf(principal);
  return withTenant(db, tenantId, async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    if (tenant === undefined) throw new Error('A tenant is gone.');
    const locale = isOfTenant ? tenant.locale : await findUserLocale(tx, userId);
    return { locale, timeZone: tenant.timeZone };
  });
}
