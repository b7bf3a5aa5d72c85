import { type Auction, productOf, zoneOf } from '@lonja/forecasting/market';
import { type AlertRule, type AlertRuleInput, forgetFindings, updateRule } from './rules.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { assertRule } from './assert-rule.ts';
import { auditRule } from './audit-rule.ts';
import { withRule } from './with-rule.ts';

/** Changes one of the user's own rules. One with another condition notifies of every delivery day afresh, first by the current run. It stays one of its market. */
export async function changeRule(
  context: IdentityContext,
  principal: Principal,
  id: string,
  { auction, ...change }: Partial<Omit<AlertRuleInput, 'product'>> & { auction?: Auction },
): Promise<AlertRule> {
  return withRule(context, principal, id, async (tx, before) => {
    const product = auction === undefined ? before.product : productOf(zoneOf(before.product), auction);
    const rule = { ...before, ...change, product };
    assertRule(principal, rule);
    const now = context.clock.now();
    await updateRule(tx, id, rule, now);
    if (LOOKED_FOR.some((field) => rule[field] !== before[field])) await forgetFindings(tx, id);
    await auditRule(tx, principal, {
      verb: 'changed',
      ruleId: id,
      details: { ...change, ...(auction !== undefined && { product }) },
      now,
    });
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
