import { appendAudit } from '../../store/audit.ts';
import { deletePasswordResets, usePasswordReset } from '../../store/password-resets.ts';
import { endAllSessions } from '../../store/sessions.ts';
import { updateUser } from '../../store/users.ts';
import { fieldFault } from '../identity/field-fault.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import { hashLinkToken } from '../identity/mailed-secret.ts';
import { hashPassword } from '../identity/password.ts';

/**
 * Sets a new password with the token of a mailed link and ends every session of the user. It signs nobody in: where there is
 * a second factor, that is still asked for.
 */
export async function resetPassword(
  { db, clock }: IdentityContext,
  input: { token: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const owner = await usePasswordReset(tx, { tokenSha256: hashLinkToken(input.token), now });
    if (owner === undefined) {
      throw fieldFault('token', 'This link was used already or has expired; ask for a new one.');
    }
    const { userId, tenantId } = owner;
    await updateUser(tx, userId, { passwordHash });
    await endAllSessions(tx, { userId, now });
    await deletePasswordResets(tx, userId);
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'user.password_reset',
      target: { type: 'user', id: userId },
      now,
    });
  });
}
