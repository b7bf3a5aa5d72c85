import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { deleteRecoveryCodes } from './recovery-codes-store.ts';
import { removeSecondFactor } from './second-factors.ts';
import { endOtherSessions } from '../access/sessions.ts';
import type { AccountContext } from '../access/account-context.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertPassword } from '../users/assert-password.ts';
import type { Principal } from '../access/principal.ts';
import { getMe } from '../users/get-me.ts';
import { sessionOf } from '../users/session-user.ts';
import { assertFactor } from './assert-factor.ts';

/**
 * Removes the second factor, whether it is in force or only offered. One in force takes a code of it, or a recovery code, beside the
 * password, and ends every other session.
 */
export async function removeTotp(
  context: AccountContext,
  principal: Principal,
  { password, otp }: { password: string; otp: string | undefined },
): Promise<void> {
  const user = await getMe(context, principal);
  await assertPassword(context, { principal, userId: user.id }, password, 'password');
  await assertFactor(context, principal, { tenantId: user.tenantId, userId: user.id }, otp);
  await withTenant(context.db, principal.tenantId, async (tx) => {
    const now = context.clock.now();
    await removeSecondFactor(tx, user.id);
    await deleteRecoveryCodes(tx, user.id);
    if (user.totpEnabled) await endOtherSessions(tx, { ...sessionOf(principal), now });
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'user.totp_removed',
      target: { type: 'user', id: user.id },
      now,
    });
  });
}
