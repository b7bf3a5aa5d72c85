import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { deleteRecoveryCodes } from '../../store/recovery-codes.ts';
import { removeSecondFactor } from '../../store/second-factors.ts';
import type { AccountContext } from '../identity/account-context.ts';
import { actorOf } from '../identity/actor-of.ts';
import { assertPassword } from '../identity/assert-password.ts';
import type { Principal } from '../identity/principal.ts';
import { getMe } from '../profile/get-me.ts';

/** Removes the second factor, whether it is in force or only offered. */
export async function removeTotp(
  context: AccountContext,
  principal: Principal,
  password: string,
): Promise<void> {
  const user = await getMe(context, principal);
  await assertPassword(context, user, password, 'password');
  await withTenant(context.db, principal.tenantId, async (tx) => {
    await removeSecondFactor(tx, user.id);
    await deleteRecoveryCodes(tx, user.id);
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'user.totp_removed',
      target: { type: 'user', id: user.id },
      now: context.clock.now(),
    });
  });
}
