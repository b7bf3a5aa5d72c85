import type { AppError } from '../../ground/errors.ts';
import { addressGroup } from '../../ground/http/caller-address.ts';
import { assertAllowed, type RateLimiter } from '../limits/rate-limiter.ts';
import type { KeyedLock } from './keyed-lock.ts';

export const SIGN_IN_WINDOW_MS = 15 * 60_000;
/** Over which the wrong guesses at one account are counted, wherever they come from. */
export const ACCOUNT_WINDOW_MS = 60 * 60_000;

const MAX_FAILURES = 10;

export interface AttemptGuard {
  /** Counts failures over `SIGN_IN_WINDOW_MS`. */
  failures: RateLimiter;
  /** Counts failures over `ACCOUNT_WINDOW_MS`. */
  accountFailures: RateLimiter;
  /** Holds attempts with one key apart, so that none slips past the count of another. */
  attempts: KeyedLock;
  clock: { now(): number };
  /** Lets time pass before a guess is looked at. */
  delay(ms: number): Promise<void>;
}

/** What a guess came to; a wrong one counts. `isGuess: false`: it was refused for another reason than being wrong, and counts no more. */
export type Attempt<T> = { isRight: true; value: T } | { isRight: false; error: AppError; isGuess?: boolean };

/** Where wrong guesses are counted. */
interface FailureCount {
  limiter: RateLimiter;
  key: string;
  limit: number;
  /** Begins the message once it is full. */
  reason: string;
}

/**
 * Runs a guess at a secret, such as a password, under a key (a network address, a device, a session). After `MAX_FAILURES` wrong ones
 * with the key within the window the answer is 429 whether the guess is right or not.
 */
export async function guardedAttempt<T>(
  guard: AttemptGuard,
  key: string,
  attempt: () => Promise<Attempt<T>>,
): Promise<T> {
  return guard.attempts.run([key], () => countedAttempt(guard, [failuresOf(guard, key)], attempt));
}

function failuresOf(
  { failures }: AttemptGuard,
  key: string,
  reason = 'Too many failed attempts',
): FailureCount {
  return { limiter: failures, key, limit: MAX_FAILURES, reason };
}

/**
 * Counts the attempt as a failure in every count before it is made, and takes that back unless it was a wrong guess. Where one of the
 * counts is full, nothing is counted and the answer is 429. `attempt` is given the failures that each count held before.
 */
async function countedAttempt<T>(
  { clock }: Pick<AttemptGuard, 'clock'>,
  counts: readonly FailureCount[],
  attempt: (earlier: number[]) => Promise<Attempt<T>>,
): Promise<T> {
  const taken: FailureCount[] = [];
  let isWrong = false;
  try {
    const earlier: number[] = [];
    for (const count of counts) {
      const decision = await count.limiter.take(count.key, count.limit);
      assertAllowed(decision, clock.now(), count.reason);
      taken.push(count);
      earlier.push(count.limit - decision.remaining - 1);
    }
    const outcome = await attempt(earlier);
    if (outcome.isRight) return outcome.value;
    isWrong = outcome.isGuess !== false;
    throw outcome.error;
  } finally {
    if (!isWrong) for (const { limiter, key } of taken) await limiter.release(key);
  }
}

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
interface Guesser {
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
