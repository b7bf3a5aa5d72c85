import { Secret } from 'otpauth';
import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { lockSecondFactor, offerSecondFactor } from './second-factors.ts';
import type { AccountContext } from '../access/account-context.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertPassword } from '../users/assert-password.ts';
import type { Principal } from '../access/principal.ts';
import { getMe } from '../users/get-me.ts';
import { createTotp, otpPurpose } from './check-otp.ts';

const SECRET_BYTES = 20;

/** Offers a new secret for an authenticator; it is in force once a code of it was confirmed. */
export async function enrolTotp(
  context: AccountContext,
  principal: Principal,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const user = await getMe(context, principal);
  await assertPassword(context, { principal, userId: user.id }, password, 'password');
  const secret = new Secret({ size: SECRET_BYTES });
  await withTenant(context.db, principal.tenantId, async (tx) => {
    if ((await lockSecondFactor(tx, user.id)).isEnabled) {
      throw new AppError('conflict', 'A second factor is set up already; remove it first.');
    }
    await offerSecondFactor(tx, user.id, context.sealer.seal(secret.base32, otpPurpose(user.id)));
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'user.totp_offered',
      target: { type: 'user', id: user.id },
      now: context.clock.now(),
    });
  });
  return { secret: secret.base32, uri: createTotp(secret, user.email).toString() };
}
