import { AppError } from '../../errors.ts';
import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { endSession } from '../../store/sessions.ts';
import { actorOf } from '../identity/actor-of.ts';
import { assertOwnRecord } from '../identity/assert-own-record.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { sessionOf } from '../profile/session-user.ts';

/** Ends one of the user's own sessions; without an id, that of the request. */
export async function signOut(
  { db, clock }: IdentityContext,
  principal: Principal,
  id?: string,
): Promise<void> {
  const { tenantId } = principal;
  const own = sessionOf(principal);
  const { userId } = own;
  const sessionId = id ?? own.sessionId;
  await assertOwnRecord(db, principal, { table: 'user_session', id: sessionId, noun: 'session' });
  await withTenant(db, tenantId, async (tx) => {
    const now = clock.now();
    if (!(await endSession(tx, { id: sessionId, tenantId, userId, now }))) {
      throw new AppError('not_found', 'You have no live session with this id.');
    }
    await appendAudit(tx, {
      tenantId,
      actor: actorOf(principal),
      action: 'session.ended',
      target: { type: 'session', id: sessionId },
      now,
    });
  });
}
