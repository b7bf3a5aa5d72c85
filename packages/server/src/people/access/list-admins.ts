import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';

/** The people who administer a tenant now. */
export async function listAdmins(
  db: Db,
  tenantId: string,
): Promise<{ tenantId: string; userId: string; email: string; locale: Locale }[]> {
  return db
    .selectFrom('app_user')
    .select(['tenant_id as tenantId', 'id as userId', 'email', 'locale'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .orderBy('email')
    .execute();
}
