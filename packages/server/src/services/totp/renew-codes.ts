import { AppError } from '../../errors.ts';
import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { lockSecondFactor } from '../../store/second-factors.ts';
import type { AccountContext } from '../identity/account-context.ts';
import { actorOf } from '../identity/actor-of.ts';
import { assertPassword } from '../identity/assert-password.ts';
import type { Principal } from '../identity/principal.ts';
import { getMe } from '../profile/get-me.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';

/** New recovery codes for a second factor that is in force; the old ones work no more. */
export async function renewOwnRecoveryCodes(
  context: AccountContext,
  principal: Principal,
  password: string,
): Promise<string[]> {
  const user = await getMe(context, principal);
  await assertPassword(context, user, password, 'password');
  return withTenant(context.db, user.tenantId, async (tx) => {
    if (!(await lockSecondFactor(tx, user.id)).isEnabled) {
      throw new AppError('conflict', 'There is no second factor; start with POST /auth/totp/enrol.');
    }
    const owner = { tenantId: user.tenantId, userId: user.id };
    const codes = await renewRecoveryCodes(tx, context.jwtSecret, owner);
    await appendAudit(tx, {
      tenantId: user.tenantId,
      actor: actorOf(principal),
      action: 'user.recovery_codes_renewed',
      target: { type: 'user', id: user.id },
      now: context.clock.now(),
    });
    return codes;
  });
}
