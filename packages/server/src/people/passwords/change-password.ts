import { appendAudit } from '../audit/audit.ts';
import { findUser } from '../users/users.ts';
import type { AccountContext } from '../access/account-context.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertPassword } from '../users/assert-password.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import type { Principal } from '../access/principal.ts';
import { assertPasswordAllowed } from '../providers/assert-password-allowed.ts';
import { getMe } from '../users/get-me.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/start-session.ts';
import { setPassword } from './set-password.ts';

/** Changes the user's password, ends every session, known device and mailed link of the user and starts a new one for the caller. */
export async function changePassword(
  context: AccountContext,
  principal: Principal,
  input: SessionOrigin & { currentPassword: string; newPassword: string },
): Promise<SignedIn> {
  const { db, clock } = context;
  const user = await getMe(context, principal);
  await assertPasswordAllowed(db, user.id);
  await assertPassword(context, { principal, userId: user.id }, input.currentPassword, 'current_password');
  assertGoodPassword(input.newPassword, user, 'new_password');
  const passwordHash = await hashPassword(input.newPassword, 'new_password');
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    await setPassword(tx, { userId: user.id, passwordHash, now });
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
