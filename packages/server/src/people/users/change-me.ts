import type { Locale } from '../../ground/config/locale.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { type User, updateUser } from './users.ts';
import { actorOf } from '../access/actor-of.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { getSessionUser, sessionOf } from './session-user.ts';

/** Changes what users may change of themselves. */
export async function changeMe(
  { db, clock }: IdentityContext,
  principal: Principal,
  change: { fullName?: string; locale?: Locale },
): Promise<User> {
  const { userId } = sessionOf(principal);
  return withTenant(db, principal.tenantId, async (tx) => {
    await updateUser(tx, userId, change);
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'user.changed',
      target: { type: 'user', id: userId },
      details: { ...change },
      now: clock.now(),
    });
    return getSessionUser(tx, principal);
  });
}
