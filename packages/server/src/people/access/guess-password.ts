import {
  type Attempt,
  type AttemptGuard,
  countedAttempt,
  failuresOf,
  guardedAttempt,
} from './guarded-attempt.ts';
import { addressGroup } from '../../ground/http/network-address.ts';

/** Wrong guesses at one account from all strange devices together, over an hour. */
const MAX_FAILURES_OF_ACCOUNT = 100;
/** So many of them cost nothing; each further one makes strangers wait longer. */
const FREE_FAILURES_OF_ACCOUNT = 10;
/** A reset by mail ends the waiting. */
const REASON =
  'Too many failed attempts; set a new password by mail, or use a browser that has signed in before';
const DELAY_STEP_MS = 250;
const MAX_DELAY_MS = 5000;

/** Where a password is guessed from. */
export interface Guesser {
  address: string;
  /** Id of a device that has signed in to the account before; undefined: a stranger. */
  deviceId: string | undefined;
}

/**
 * Runs a guess at the password of an account. A stranger's wrong guesses count by network address, and together with those of all other
 * strangers against the account, which first slows them down and then, at a hundred in an hour, lets no stranger in. A device that has
 * signed in to the account before is counted by itself, so that nobody else's guesses keep it out.
 */
export async function guessPassword<T>(
  guard: AttemptGuard,
  { email, address, deviceId }: Guesser & { email: string },
  attempt: () => Promise<Attempt<T>>,
): Promise<T> {
  if (deviceId !== undefined) return guardedAttempt(guard, `device:${deviceId}`, attempt);
  const ofAddress = failuresOf(guard, addressKey(address), REASON);
  const ofAccount = {
    limiter: guard.accountFailures,
    key: accountKey(email),
    limit: MAX_FAILURES_OF_ACCOUNT,
    reason: REASON,
  };
  return guard.attempts.run([ofAddress.key], () =>
    countedAttempt(guard, [ofAddress, ofAccount], async ([, atAccount]) => {
      await guard.delay(delayAfter(atAccount));
      return attempt();
    }),
  );
}

/** Forgets the wrong guesses at an account, and those of the address that has just proved to be its owner's. */
export async function forgetGuesses(
  guard: AttemptGuard,
  { email, userId, address }: { email: string; userId: string; address: string },
): Promise<void> {
  await guard.accountFailures.clear(accountKey(email));
  for (const key of [addressKey(address), codeKey(userId)]) await guard.failures.clear(key);
}

function addressKey(address: string): string {
  return `address:${addressGroup(address)}`;
}

function accountKey(email: string): string {
  return `account:${email}`;
}

/** Under which codes of a second factor are guessed, by the id of a known device or of the user. */
export function codeKey(id: string): string {
  return `code:${id}`;
}

function delayAfter(earlier: number): number {
  const beyond = earlier - FREE_FAILURES_OF_ACCOUNT + 1;
  return beyond <= 0 ? 0 : Math.min(MAX_DELAY_MS, beyond * DELAY_STEP_MS);
}
