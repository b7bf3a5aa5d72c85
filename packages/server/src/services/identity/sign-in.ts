import { AppError } from '../../errors.ts';
import type { Sealer } from '../../sealing.ts';
import { type Account, findAccount } from '../../store/identity.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/start-session.ts';
import { isSecondFactorRight } from '../totp/check-otp.ts';
import type { AuthenticationContext } from './authenticate.ts';
import { type Attempt, type AttemptGuard, guardedAttempt } from './guarded-attempt.ts';
import { codeKey, guessPassword } from './guess-password.ts';
import { type DeviceTokens, findKnownDevice } from './known-device.ts';
import { verifyPassword } from './password.ts';

export interface SignInContext extends AuthenticationContext, AttemptGuard {
  sealer: Sealer;
}

export interface SignInInput extends SessionOrigin {
  email: string;
  password: string;
  /** Code of the second factor or recovery code, where the account has a second factor. */
  otp?: string;
  deviceTokens: DeviceTokens | undefined;
}

/**
 * Exchanges an e-mail address and a password for a session token. An unknown account, a wrong password and a deactivated
 * account get the same answer after the same work; only who knows the password learns that a code is missing or wrong.
 */
export async function signIn(context: SignInContext, input: SignInInput): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  const deviceId = await findKnownDevice(context, { email, tokenOf: input.deviceTokens });
  return guessPassword(context, { email, address: input.address, deviceId }, async () => {
    const account = await findAccount(context.db, email);
    const matches = await verifyPassword(account?.passwordHash, input.password);
    if (account === undefined || !matches || !account.active) {
      return refused('The e-mail address or the password is wrong, or the account is not active.');
    }
    return signInWithFactor(context, account, { ...input, deviceId });
  });
}

/** The password was right: codes are guessed under a count of their own, which only those who know the password can use up. */
async function signInWithFactor(
  context: SignInContext,
  account: Account,
  input: SignInInput & { deviceId: string | undefined },
): Promise<Attempt<SignedIn>> {
  const message =
    'Send the current code of your authenticator, or a recovery code, as otp; each code works once.';
  if (input.otp === undefined) {
    const needsNone = await isSecondFactorRight(context, account, undefined);
    if (!needsNone) return { ...refused(message), isGuess: false };
  } else {
    await guardedAttempt(context, codeKey(input.deviceId ?? account.userId), async () =>
      (await isSecondFactorRight(context, account, input.otp))
        ? { isRight: true, value: undefined }
        : refused(message),
    );
  }
  return { isRight: true, value: await startSession(context, account, input) };
}

function refused(message: string) {
  return { isRight: false as const, error: new AppError('invalid_credentials', message) };
}
