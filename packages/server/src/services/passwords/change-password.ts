import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { endAllSessions } from '../../store/sessions.ts';
import { findUser, updateUser } from '../../store/users.ts';
import type { AccountContext } from '../identity/account-context.ts';
import { actorOf } from '../identity/actor-of.ts';
import { assertPassword } from '../identity/assert-password.ts';
import { hashPassword } from '../identity/password.ts';
import type { Principal } from '../identity/principal.ts';
import { getMe } from '../profile/get-me.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/start-session.ts';

/** Changes the user's password, ends every session of the user and starts a new one for the caller. */
export async function changePassword(
  context: AccountContext,
  principal: Principal,
  input: SessionOrigin & { currentPassword: string; newPassword: string },
): Promise<SignedIn> {
  const { db, clock } = context;
  const user = await getMe(context, principal);
  await assertPassword(context, user, input.currentPassword, 'current_password');
  const passwordHash = await hashPassword(input.newPassword, 'new_password');
  await withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    await updateUser(tx, user.id, { passwordHash });
    await endAllSessions(tx, { userId: user.id, now });
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'user.password_changed',
      target: { type: 'user', id: user.id },
      now,
    });
  });
  const changed = (await findUser(db, user.id)) ?? user;
  return startSession(context, { ...changed, userId: user.id }, input);
}
