import type { Transaction } from 'kysely';
import { AppError } from '../../ground/errors.ts';
import { type AlertRule, lockRule } from './rules.ts';
import { withUser } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';

/**
 * Runs `work` on one of the user's own rules, in a transaction that sees those alone. A rule of another tenant is refused with
 * 403; one of another user of the tenant, and one that nobody has, is 404.
 */
export async function withRule<T>(
  { db }: Pick<IdentityContext, 'db'>,
  principal: Principal,
  id: string,
  work: (tx: Transaction<Database>, rule: AlertRule) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'alert_rule', id, noun: 'alert rule' });
  return withUser(db, userOf(principal), async (tx) => {
    const rule = await lockRule(tx, id);
    if (rule === undefined) throw new AppError('not_found', 'You have no alert rule with this id.');
    return work(tx, rule);
  });
}
