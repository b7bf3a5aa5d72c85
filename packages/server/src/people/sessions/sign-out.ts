import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { endSession } from '../access/sessions.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { sessionOf } from '../users/session-user.ts';

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
