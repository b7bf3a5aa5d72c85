import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { replaceRecoveryCodes } from './recovery-codes-store.ts';
import { lockSecondFactor } from './second-factors.ts';
import type { AccountContext } from '../access/account-context.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertPassword } from '../users/assert-password.ts';
import type { Principal } from '../access/principal.ts';
import { getMe } from '../users/get-me.ts';
import { assertFactor } from './assert-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** New recovery codes for a second factor that is in force, against a code of it; the old ones work no more. */
export async function renewOwnRecoveryCodes(
  context: AccountContext,
  principal: Principal,
  { password, otp }: { password: string; otp: string | undefined },
): Promise<string[]> {
  const user = await getMe(context, principal);
  await assertPassword(context, { principal, userId: user.id }, password, 'password');
  const owner = { tenantId: user.tenantId, userId: user.id };
  if (user.totpEnabled) await assertFactor(context, principal, owner, otp);
  const made = await makeRecoveryCodes();
  return withTenant(context.db, user.tenantId, async (tx) => {
    if (!(await lockSecondFactor(tx, user.id)).isEnabled) {
      throw new AppError('conflict', 'There is no second factor; start with POST /auth/totp/enrol.');
    }
    await replaceRecoveryCodes(tx, owner, made.hashes);
    await appendAudit(tx, {
      tenantId: user.tenantId,
      actor: actorOf(principal),
      action: 'user.recovery_codes_renewed',
      target: { type: 'user', id: user.id },
      now: context.clock.now(),
    });
    return made.codes;
  });
}
