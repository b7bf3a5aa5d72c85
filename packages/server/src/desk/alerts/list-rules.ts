import { type AlertRule, countRules, listRules } from './rules.ts';
import { withUser } from '../../ground/database/database.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { withRule } from './with-rule.ts';

/** A page of the user's own rules, the newest first. */
export async function listOwnRules(
  { db }: IdentityContext,
  principal: Principal,
  page: { limit: number; offset: number },
): Promise<{ rules: AlertRule[]; total: number }> {
  return withUser(db, userOf(principal), async (tx) => ({
    rules: await listRules(tx, page),
    total: await countRules(tx),
  }));
}

export async function getRule(
  context: IdentityContext,
  principal: Principal,
  id: string,
): Promise<AlertRule> {
  return withRule(context, principal, id, async (_tx, rule) => rule);
}
