import { AppError } from '../../ground/errors.ts';
import { type AlertRule, type AlertRuleInput, countRules, insertRule, lockRules } from './rules.ts';
import { withUser } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { assertRule } from './assert-rule.ts';
import { auditRule } from './audit-rule.ts';

const MOST_RULES = 50;

/** Adds a rule of the user's own. It is held against the current run and those that come. */
export async function createRule(
  { db, clock }: IdentityContext,
  principal: Principal,
  input: AlertRuleInput,
): Promise<AlertRule> {
  assertRule(principal, input);
  const user = userOf(principal);
  const id = orderedId();
  const now = clock.now();
  await withUser(db, user, async (tx) => {
    await lockRules(tx, user.userId);
    if ((await countRules(tx)) >= MOST_RULES) {
      throw new AppError('conflict', `A user has at most ${MOST_RULES} alert rules; delete one first.`);
    }
    await insertRule(tx, { ...input, ...user, id, now });
    await auditRule(tx, principal, { verb: 'created', ruleId: id, details: { ...input }, now });
  });
  return { ...input, id, createdAt: now, updatedAt: now, lastNotifiedAt: undefined };
}
