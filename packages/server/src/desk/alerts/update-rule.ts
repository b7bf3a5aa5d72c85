import { type AlertRule, type AlertRuleInput, forgetFindings, updateRule } from './rules.ts';
import type { IdentityContext } from '../../people/access/identity-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { assertRule } from './assert-rule.ts';
import { auditRule } from './audit-rule.ts';
import { withRule } from './with-rule.ts';

/** Changes one of the user's own rules. One with another condition notifies of every delivery day afresh, first by the current run. */
export async function changeRule(
  context: IdentityContext,
  principal: Principal,
  id: string,
  change: Partial<AlertRuleInput>,
): Promise<AlertRule> {
  return withRule(context, principal, id, async (tx, before) => {
    const rule = { ...before, ...change };
    assertRule(principal, rule);
    const now = context.clock.now();
    await updateRule(tx, id, rule, now);
    if (LOOKED_FOR.some((field) => rule[field] !== before[field])) await forgetFindings(tx, id);
    await auditRule(tx, principal, { verb: 'changed', ruleId: id, details: { ...change }, now });
    return { ...rule, updatedAt: now };
  });
}

const LOOKED_FOR = [
  'kind',
  'product',
  'resolution',
  'threshold',
  'probability',
  'hours',
  'fromHour',
  'toHour',
  'enabled',
] as const;
