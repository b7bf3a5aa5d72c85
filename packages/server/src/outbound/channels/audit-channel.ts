import type { Transaction } from 'kysely';
import { appendAudit } from '../../people/audit/audit.ts';
import type { Database } from '../../ground/database/schema.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';

/** Writes what a user did to a channel, in the transaction of the change. `details` have nothing of its target but the host. */
export async function auditChannel(
  tx: Transaction<Database>,
  principal: Principal,
  entry: { verb: string; channelId: string; details: Record<string, unknown>; now: number },
): Promise<void> {
  await appendAudit(tx, {
    tenantId: principal.tenantId,
    actor: actorOf(principal),
    action: `alert_channel.${entry.verb}`,
    target: { type: 'alert_channel', id: entry.channelId },
    details: entry.details,
    now: entry.now,
  });
}
