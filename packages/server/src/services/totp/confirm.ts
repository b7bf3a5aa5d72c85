import { AppError } from '../../errors.ts';
import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { enableSecondFactor, lockSecondFactor } from '../../store/second-factors.ts';
import type { AccountContext } from '../identity/account-context.ts';
import { actorOf } from '../identity/actor-of.ts';
import { fieldFault } from '../identity/field-fault.ts';
import { guardedAttempt } from '../identity/guarded-attempt.ts';
import type { Principal } from '../identity/principal.ts';
import { getMe } from '../profile/get-me.ts';
import { useCode } from './check-otp.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';

/** Puts the offered secret in force with a first code of it, and gives the recovery codes. */
export async function confirmTotp(
  context: AccountContext,
  principal: Principal,
  otp: string,
): Promise<string[]> {
  const user = await getMe(context, principal);
  return guardedAttempt(context, [`account:${user.email}`], () =>
    withTenant(context.db, principal.tenantId, async (tx) => {
      const { secret, isEnabled } = await lockSecondFactor(tx, user.id);
      if (secret === undefined || isEnabled) {
        throw new AppError('conflict', 'There is nothing to confirm; start with POST /auth/totp/enrol.');
      }
      if (!(await useCode({ ...context, db: tx }, user.id, otp))) {
        const error = fieldFault('otp', 'This is not the current code of the authenticator.');
        return { isRight: false as const, error };
      }
      const now = context.clock.now();
      await enableSecondFactor(tx, user.id, now);
      await appendAudit(tx, {
        tenantId: principal.tenantId,
        actor: actorOf(principal),
        action: 'user.totp_enabled',
        target: { type: 'user', id: user.id },
        now,
      });
      const owner = { tenantId: user.tenantId, userId: user.id };
      return { isRight: true as const, value: await renewRecoveryCodes(tx, context.jwtSecret, owner) };
    }),
  );
}
