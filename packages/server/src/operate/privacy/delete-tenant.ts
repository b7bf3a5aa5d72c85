import { AppError, fieldFault } from '../../ground/errors.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import {
  anonymiseActorsBeyond,
  deleteTenantRows,
  keepOperatorEntries,
  listCountedNames,
} from './delete-tenant-rows.ts';
import { forgetCounts } from './erase-rows.ts';
import { lockTenant } from '../../people/tenants/store.ts';
import { getTenant } from '../../people/tenants/rules.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { BEYOND_DATABASE, type ErasureReport } from './erasure-report.ts';

/** Deletes a deactivated tenant with its people, keys and records, in one transaction. Its name confirms that it is the one that is meant. */
export async function deleteTenant(
  { db, clock }: IdentityContext,
  principal: Principal,
  { id, name }: { id: string; name: string },
): Promise<ErasureReport> {
  if (id === principal.tenantId) {
    throw new AppError('conflict', 'This is your own tenant; you would lock yourself out.');
  }
  return db.transaction().execute(async (tx) => {
    await getTenant(tx, id);
    await lockTenant(tx, id);
    const tenant = await getTenant(tx, id);
    if (tenant.deactivatedAt === undefined) {
      throw new AppError('conflict', 'This tenant is active; deactivate it first.');
    }
    if (name !== tenant.name) {
      throw fieldFault('name', 'This is not the name of this tenant; send it to confirm which one is meant.');
    }
    const counted = await listCountedNames(tx, id);
    await anonymiseActorsBeyond(tx, id);
    const kept = await keepOperatorEntries(tx, id);
    const deleted = await deleteTenantRows(tx, id);
    await forgetCounts(tx, counted);
    await appendAudit(tx, {
      tenantId: undefined,
      actor: operatorOf(principal),
      action: 'tenant.deleted',
      target: { type: 'tenant', id },
      details: { deleted },
      now: clock.now(),
    });
    return {
      deleted,
      anonymised: kept === 0 ? {} : { operator_actions: kept },
      stays: [
        {
          what: 'operator_actions',
          why: "What the platform's operators did to the tenant, its deletion among it, with the ids of what they did it to: it proves what they did, and goes after RETENTION_AUDIT_DAYS.",
        },
        ...BEYOND_DATABASE,
      ],
      mentions: [],
    };
  });
}
