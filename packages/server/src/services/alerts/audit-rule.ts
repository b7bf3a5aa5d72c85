import type { Transaction } from 'kysely';
import { appendAudit } from '../../store/audit.ts';
import type { Database } from '../../store/schema.ts';
import { actorOf } from '../identity/actor-of.ts';
import type { Principal } from '../identity/principal.ts';

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
