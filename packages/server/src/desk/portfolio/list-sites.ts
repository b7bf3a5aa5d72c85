import { withTenant } from '../../ground/database/database.ts';
import { countSites, listSites, type Site, type SiteKind } from './sites.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { SiteContext } from './site-context.ts';
import { withSite } from './with-site.ts';

/** A page of the tenant's sites, of one kind or of all, the newest first. */
export async function listSitesOf(
  { db }: SiteContext,
  principal: Principal,
  page: { kind: SiteKind | undefined; limit: number; offset: number },
): Promise<{ sites: Site[]; total: number }> {
  return withTenant(db, principal.tenantId, async (tx) => ({
    sites: await listSites(tx, page),
    total: await countSites(tx, page.kind),
  }));
}

export async function getSite(context: SiteContext, principal: Principal, id: string): Promise<Site> {
  return withSite(context, principal, { id }, async (_tx, site) => site);
}
