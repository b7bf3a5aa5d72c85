import type { Transaction } from 'kysely';
import { appendAudit } from '../../people/audit/audit.ts';
import type { Database } from '../../ground/database/schema.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';

/** Writes who changed a site, in the transaction of the change. */
export async function auditSite(
  tx: Transaction<Database>,
  principal: Principal,
  entry: {
    verb: 'created' | 'changed' | 'deleted' | 'profile_uploaded' | 'profile_deleted' | 'charge_uploaded';
    siteId: string;
    details: Record<string, unknown>;
    now: number;
  },
): Promise<void> {
  await appendAudit(tx, {
    tenantId: principal.tenantId,
    actor: actorOf(principal),
    action: `site.${entry.verb}`,
    target: { type: 'site', id: entry.siteId },
    details: entry.details,
    now: entry.now,
  });
}
