import { appendAudit, type NewAuditEntry } from '../audit/audit.ts';
import { usePasswordReset } from './password-resets.ts';
import { findUser } from '../users/users.ts';
import type { AccountContext } from '../access/account-context.ts';
import { fieldFault } from '../access/field-fault.ts';
import { forgetGuesses } from '../access/guess-password.ts';
import { issueDeviceToken } from '../access/known-device.ts';
import { hashLinkToken } from '../access/mailed-secret.ts';
import { assertPasswordAllowed } from '../providers/assert-password-allowed.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import type { SignedIn } from '../sessions/start-session.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets a new password with the token of a mailed link and ends every session of the user. It signs nobody in: where there is
 * a second factor, that is still asked for. Wrong guesses of the account are forgotten, and the device is known from now on: who reads
 * the owner's mail is no stranger.
 */
export async function resetPassword(
  context: AccountContext,
  input: { token: string; password: string; address: string },
): Promise<SignedIn['device']> {
  const { db, clock } = context;
  const passwordHash = await hashPassword(input.password);
  const audited: NewAuditEntry[] = [];
  const user = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const owner = await usePasswordReset(tx, { tokenSha256: hashLinkToken(input.token), now });
    if (owner === undefined) {
      throw fieldFault('token', 'This link was used already or has expired; ask for a new one.');
    }
    const { userId, tenantId } = owner;
    await assertPasswordAllowed(tx, userId);
    assertGoodPassword(input.password, (await findUser(tx, userId)) ?? {});
    await setPassword(tx, { userId, passwordHash, now });
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId, address: input.address, audited },
      action: 'user.password_reset',
      target: { type: 'user', id: userId },
      now,
    });
    return findUser(tx, userId);
  });
  if (user === undefined) throw new Error('The user vanished while the password was set.');
  for (const entry of audited) context.security.log(entry);
  const { id: userId, email, tokenVersion } = user;
  await forgetGuesses(context, { email, userId, address: input.address });
  return { userId, token: await issueDeviceToken(context, { userId, tokenVersion }) };
}
