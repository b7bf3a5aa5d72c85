import { Secret } from 'otpauth';
import { type Db, withTenant } from '../../ground/database/database.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import type { AccountContext } from '../access/account-context.ts';
import { type AttemptGuard, guardedAttempt } from '../access/guarded-attempt.ts';
import { auditChange, type Principal } from '../access/principal.ts';
import { endOtherSessions } from '../access/sessions.ts';
import { assertPassword, confirmationKey } from '../users/assert-password.ts';
import { getMe, sessionOf } from '../users/session-user.ts';
import {
  createTotp,
  isSecondFactorRight,
  makeRecoveryCodes,
  type OtpContext,
  otpPurpose,
  useCode,
} from './check-otp.ts';
import {
  deleteRecoveryCodes,
  enableSecondFactor,
  lockSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './store.ts';

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
    await auditChange(tx, principal, 'user.totp_offered', { id: user.id, now: context.clock.now() });
  });
  return { secret: secret.base32, uri: createTotp(secret, user.email).toString() };
}

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
      await auditChange(tx, principal, 'user.totp_enabled', { id: user.id, now });
      const owner = { tenantId: user.tenant_id, userId: user.id };
      await replaceRecoveryCodes(tx, owner, made.hashes);
      return { isRight: true as const, value: made.codes };
    });
  });
}

/** New recovery codes for a second factor that is in force, against a code of it; the old ones work no more. */
export async function renewOwnRecoveryCodes(
  context: AccountContext,
  principal: Principal,
  { password, otp }: { password: string; otp: string | undefined },
): Promise<string[]> {
  const user = await getMe(context, principal);
  await assertPassword(context, { principal, userId: user.id }, password, 'password');
  const owner = { tenantId: user.tenant_id, userId: user.id };
  if (user.totp_enabled) await assertFactor(context, principal, owner, otp);
  const made = await makeRecoveryCodes();
  return withTenant(context.db, user.tenant_id, async (tx) => {
    if (!(await lockSecondFactor(tx, user.id)).isEnabled) {
      throw new AppError('conflict', 'There is no second factor; start with POST /auth/totp/enrol.');
    }
    await replaceRecoveryCodes(tx, owner, made.hashes);
    await auditChange(tx, principal, 'user.recovery_codes_renewed', {
      id: user.id,
      now: context.clock.now(),
    });
    return made.codes;
  });
}

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
  await assertFactor(context, principal, { tenantId: user.tenant_id, userId: user.id }, otp);
  await withTenant(context.db, principal.tenantId, async (tx) => {
    const now = context.clock.now();
    await removeSecondFactor(tx, user.id);
    await deleteRecoveryCodes(tx, user.id);
    if (user.totp_enabled) await endOtherSessions(tx, { ...sessionOf(principal), now });
    await auditChange(tx, principal, 'user.totp_removed', { id: user.id, now });
  });
}

/**
 * Asks a signed-in user for a code of the second factor, or a recovery code, where there is one in force: who has the password alone can
 * do nothing with the factor. The code is used up. Wrong ones count like wrong passwords of a signed-in user.
 */
export async function assertFactor(
  context: OtpContext & AttemptGuard & { db: Db },
  principal: Principal,
  owner: { tenantId: string; userId: string },
  otp: string | undefined,
): Promise<void> {
  await guardedAttempt(context, confirmationKey(principal), async () => {
    if (await isSecondFactorRight(context, owner, otp)) return { isRight: true, value: undefined };
    const error = fieldFault(
      'otp',
      'Send the current code of your authenticator, or a recovery code; each code works once.',
    );
    return { isRight: false, error, isGuess: otp !== undefined };
  });
}
