import { AppError } from '../../ground/errors.ts';
import { type Account, findAccount, findAccountAndHash } from '../access/identity.ts';
import { type SessionOrigin, type SignedIn, startSession } from './rules.ts';
import { isSecondFactorRight } from '../factors/check-otp.ts';
import { type Attempt, codeKey, guardedAttempt, guessPassword } from '../access/guarded-attempt.ts';
import { type DeviceTokens, findKnownDevice } from '../access/known-device.ts';
import { verifyPassword } from '../access/password.ts';
import { passwordRefused, requiredProviderOf } from '../providers/providers.ts';
import type { SignInContext } from '../access/account-context.ts';

export interface SignInInput extends SessionOrigin {
  email: string;
  password: string;
  /** Code of the second factor or recovery code, where the account has a second factor. */
  otp?: string;
  deviceTokens: DeviceTokens | undefined;
}

/**
 * Exchanges an e-mail address and a password for a session token. An unknown account, a wrong password and a deactivated
 * account get the same answer after the same work; only after the right password does the answer show that a code is missing or wrong.
 */
export async function signIn(context: SignInContext, input: SignInInput): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  const deviceId = await findKnownDevice(context, { email, tokenOf: input.deviceTokens });
  let account: Account | undefined;
  try {
    const signedIn = await guessPassword(context, { email, address: input.address, deviceId }, async () => {
      const found = await findAccountAndHash(context.db, email);
      account = found?.account;
      const matches = await verifyPassword(found?.passwordHash, input.password);
      if (account === undefined || !matches || !account.active) {
        return refused('The e-mail address or the password is wrong, or the account is not active.');
      }
      const provider = await requiredProviderOf(context.db, account.userId);
      if (provider !== undefined) return { isRight: false, error: passwordRefused(provider), isGuess: false };
      return signInWithFactor(context, account, { ...input, deviceId });
    });
    await keepSignIn(context, input, { account, isKnown: deviceId !== undefined });
    return signedIn;
  } catch (error) {
    if (error instanceof AppError) await keepFailure(context, input, { error, tried: account });
    throw error;
  }
}

async function keepSignIn(
  { security }: SignInContext,
  { address, otp }: SignInInput,
  { account, isKnown }: { account: Account | undefined; isKnown: boolean },
): Promise<void> {
  await security.keep({
    action: 'sign_in.succeeded',
    tenantId: account?.tenantId,
    userId: account?.userId,
    target: account && { type: 'user', id: account.userId },
    address,
    details: { device: isKnown ? 'known' : 'new', second_factor: otp !== undefined },
  });
}

/** An address without an account is kept only where it looks like one: people type passwords into the wrong field. */
async function keepFailure(
  { db, security }: SignInContext,
  { address, email, otp }: SignInInput,
  { error, tried }: { error: AppError; tried: Account | undefined },
): Promise<void> {
  if (!['rate_limited', 'invalid_credentials', 'sign_in_refused'].includes(error.code)) return;
  // One that was refused before it was looked at is the account's all the same.
  const account =
    tried ?? (error.code === 'rate_limited' ? await findAccount(db, email.toLowerCase()) : undefined);
  const event = {
    tenantId: account?.tenantId,
    target: account && { type: 'user' as const, id: account.userId },
    address,
  };
  const named = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? { account: email.toLowerCase() } : {};
  if (error.code === 'rate_limited') {
    security.keepCounted({
      ...event,
      action: 'sign_in.refused',
      details: { ...named, reason: 'too many tries' },
    });
    return;
  }
  const reason = failureReason(error, otp);
  const failure = { ...event, action: 'sign_in.failed' as const, details: { ...named, reason } };
  // Accounts bound what can be written of them; addresses without one are without number. Nobody waits for either.
  if (account === undefined) security.keepCounted(failure);
  else security.keepSoon(failure);
}

function failureReason({ code }: AppError, otp: string | undefined): string {
  if (code === 'sign_in_refused') return 'the identity provider is required';
  return otp === undefined ? 'wrong password, or no code' : 'wrong password or code';
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
