import { AppError } from '../../errors.ts';
import { findAccount } from '../../store/identity.ts';
import type { AuthenticationContext } from './authenticate.ts';
import type { KeyedLock } from './keyed-lock.ts';
import { verifyPassword } from './password.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/start-session.ts';

export const SIGN_IN_WINDOW_MS = 15 * 60_000;

const MAX_FAILURES = 10;

export interface SignInContext extends AuthenticationContext {
  /** Counts failures over `SIGN_IN_WINDOW_MS`. */
  failures: RateLimiter;
  /** Holds attempts on one account or from one address apart, so that none slips past the count of another. */
  attempts: KeyedLock;
}

export interface SignInInput extends SessionOrigin {
  email: string;
  password: string;
}

/**
 * Exchanges an e-mail address and a password for a session token. An unknown account, a wrong password and a deactivated
 * account get the same answer after the same work.
 */
export async function signIn(context: SignInContext, input: SignInInput): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  const keys = [`address:${input.address}`, `account:${email}`];
  return context.attempts.run(keys, async () => {
    await countAttempt(context, keys);
    let refused = false;
    try {
      const account = await findAccount(context.db, email);
      const matches = await verifyPassword(account?.passwordHash, input.password);
      if (account === undefined || !matches || !account.active) {
        refused = true;
        throw new AppError(
          'invalid_credentials',
          'The e-mail address or the password is wrong, or the account is not active.',
        );
      }
      return await startSession(context, account, input);
    } finally {
      if (!refused) for (const key of keys) await context.failures.release(key);
    }
  });
}

/** Counts the attempt as a failure under every key, or under none when one of them has no failure left. */
async function countAttempt(context: SignInContext, keys: string[]): Promise<void> {
  const counted: string[] = [];
  for (const key of keys) {
    const decision = await context.failures.take(key, MAX_FAILURES);
    if (decision.allowed) {
      counted.push(key);
      continue;
    }
    for (const earlier of counted) await context.failures.release(earlier);
    const waitS = Math.max(1, Math.ceil((decision.resetsAt - context.clock.now()) / 1000));
    throw new AppError('rate_limited', `Too many failed sign-ins; try again in ${waitS} seconds.`, {
      headers: { 'Retry-After': String(waitS) },
    });
  }
}
