import type { Transaction } from 'kysely';
import { appendAudit } from '../../people/audit/audit.ts';
import type { Database } from '../../ground/database/schema.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';

/** Writes what a user did to an alert rule, in the transaction of the change. */
export async function auditRule(
  tx: Transaction<Database>,
  principal: Principal,
  entry: { verb: string; ruleId: string; details: Record<string, unknown>; now: number },
): Promise<void> {
  await appendAudit(tx, {
    tenantId: principal.tenantId,
    actor: actorOf(principal),
    action: `alert_rule.${entry.verb}`,
    target: { type: 'alert_rule', id: entry.ruleId },
    details: entry.details,
    now: entry.now,
  });
}
