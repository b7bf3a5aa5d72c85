import type { Locale } from '../../locale.ts';
import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { type User, updateUser } from '../../store/users.ts';
import { actorOf } from '../identity/actor-of.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
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
