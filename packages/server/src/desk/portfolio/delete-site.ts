import { deleteSite } from './sites.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditSite } from './audit-site.ts';
import type { SiteContext } from './site-context.ts';
import { withSite } from './with-site.ts';

export async function removeSite(context: SiteContext, principal: Principal, id: string): Promise<void> {
  const now = context.clock.now();
  await withSite(context, principal, { id, forChange: true }, async (tx, { name, kind }) => {
    await deleteSite(tx, id);
    await auditSite(tx, principal, { verb: 'deleted', siteId: id, details: { name, kind }, now });
  });
}
