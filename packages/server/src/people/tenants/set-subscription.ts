import { appendAudit } from '../audit/audit.ts';
import { type Tenant, updateTenantTerms } from './tenants.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { getTenant } from './get-tenant.ts';
import { operatorOf } from '../access/operator-of.ts';

/** Sets the market products that a tenant may read, from the next request on. */
export async function setSubscription(
  { db, clock }: IdentityContext,
  principal: Principal,
  tenantId: string,
  products: string[],
): Promise<Tenant> {
  return db.transaction().execute(async (tx) => {
    const before = await getTenant(tx, tenantId);
    await updateTenantTerms(tx, tenantId, { products });
    await appendAudit(tx, {
      tenantId,
      actor: operatorOf(principal),
      action: 'subscription.changed',
      target: { type: 'tenant', id: tenantId },
      details: { from: before.products, to: products },
      now: clock.now(),
    });
    return getTenant(tx, tenantId);
  });
}
