import { deleteRule } from './rules.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditRule } from './audit-rule.ts';
import { withRule } from './with-rule.ts';

/** Removes one of the user's own rules. Its notifications stay. */
export async function removeRule(context: IdentityContext, principal: Principal, id: string): Promise<void> {
  await withRule(context, principal, id, async (tx, { name, kind }) => {
    await deleteRule(tx, id);
    const now = context.clock.now();
    await auditRule(tx, principal, { verb: 'deleted', ruleId: id, details: { name, kind }, now });
  });
}
