import { type AlertRule, countRules, listRules } from '../../store/alerts/rules.ts';
import { withUser } from '../../store/database.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { userOf } from '../profile/session-user.ts';
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
