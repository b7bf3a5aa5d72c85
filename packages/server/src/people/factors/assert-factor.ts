import type { Db } from '../../ground/database/database.ts';
import { fieldFault } from '../access/field-fault.ts';
import { confirmationKey } from '../users/assert-password.ts';
import { type AttemptGuard, guardedAttempt } from '../access/guarded-attempt.ts';
import type { Principal } from '../access/principal.ts';
import { type OtpContext, isSecondFactorRight } from './check-otp.ts';

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
