import { replaceSite, type Site, type SiteFields } from './sites.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditSite } from './audit-site.ts';
import { checkSite } from './check-site.ts';
import type { SiteContext } from './site-context.ts';
import { withSite } from './with-site.ts';

/** Gives a site the fields that `change` makes of those it has; `details` is what the audit says of it. */
export async function changeSite(
  context: SiteContext,
  principal: Principal,
  id: string,
  { change, details }: { change: (site: Site) => SiteFields; details: Record<string, unknown> },
): Promise<Site> {
  const now = context.clock.now();
  return withSite(context, principal, { id, forChange: true }, async (tx, site) => {
    const fields = change(site);
    checkSite(fields);
    await replaceSite(tx, id, fields, now);
    await auditSite(tx, principal, { verb: 'changed', siteId: id, details, now });
    return { ...site, ...fields, updatedAt: now };
  });
}
