import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import { withTenant } from '../../ground/database/database.ts';
import { countSites, insertSite, lockSites, type Site, type SiteFields } from './sites.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditSite } from './audit-site.ts';
import { checkSite } from './check-site.ts';
import type { SiteContext } from './site-context.ts';

/** Every site of a tenant is valued for its summary. */
export const MOST_SITES = 500;

export async function createSite(
  { db, clock }: SiteContext,
  principal: Principal,
  fields: SiteFields,
): Promise<Site> {
  checkSite(fields);
  const { tenantId } = principal;
  const id = randomUUID();
  const now = clock.now();
  await withTenant(db, tenantId, async (tx) => {
    await lockSites(tx, tenantId);
    if ((await countSites(tx)) >= MOST_SITES) {
      throw new AppError('conflict', `A tenant has at most ${MOST_SITES} sites; delete one first.`);
    }
    await insertSite(tx, { ...fields, id, tenantId, now });
    await auditSite(tx, principal, { verb: 'created', siteId: id, details: { ...fields }, now });
  });
  return { ...fields, id, createdAt: now, updatedAt: now };
}
