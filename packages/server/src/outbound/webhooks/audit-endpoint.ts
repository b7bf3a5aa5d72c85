import type { Transaction } from 'kysely';
import { appendAudit } from '../../people/audit/audit.ts';
import type { Database } from '../../ground/database/schema.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';

/** Writes who changed a webhook endpoint, in the transaction of the change. */
export async function auditEndpoint(
  tx: Transaction<Database>,
  principal: Principal,
  entry: { verb: string; endpointId: string; details?: Record<string, unknown>; now: number },
): Promise<void> {
  await appendAudit(tx, {
    tenantId: principal.tenantId,
    actor: actorOf(principal),
    action: `webhook.${entry.verb}`,
    target: { type: 'webhook', id: entry.endpointId },
    ...(entry.details && { details: entry.details }),
    now: entry.now,
  });
}
