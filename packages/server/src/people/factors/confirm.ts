import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { replaceRecoveryCodes } from './recovery-codes-store.ts';
import { endOtherSessions } from '../access/sessions.ts';
import { enableSecondFactor, lockSecondFactor } from './second-factors.ts';
import type { AccountContext } from '../access/account-context.ts';
import { actorOf } from '../access/actor-of.ts';
import { confirmationKey } from '../users/assert-password.ts';
import { fieldFault } from '../access/field-fault.ts';
import { guardedAttempt } from '../access/guarded-attempt.ts';
import type { Principal } from '../access/principal.ts';
import { getMe } from '../users/get-me.ts';
import { sessionOf } from '../users/session-user.ts';
import { useCode } from './check-otp.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** Puts the offered secret in force with a first code of it, ends every other session, and gives the recovery codes. */
export async function confirmTotp(
  context: AccountContext,
  principal: Principal,
  otp: string,
): Promise<string[]> {
  const user = await getMe(context, principal);
  return guardedAttempt(context, confirmationKey(principal), async () => {
    const made = await makeRecoveryCodes();
    return withTenant(context.db, principal.tenantId, async (tx) => {
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
      await endOtherSessions(tx, { ...sessionOf(principal), now });
      await appendAudit(tx, {
        tenantId: principal.tenantId,
        actor: actorOf(principal),
        action: 'user.totp_enabled',
        target: { type: 'user', id: user.id },
        now,
      });
      const owner = { tenantId: user.tenantId, userId: user.id };
      await replaceRecoveryCodes(tx, owner, made.hashes);
      return { isRight: true as const, value: made.codes };
    });
  });
}
