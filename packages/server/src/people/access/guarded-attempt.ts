import type { AppError } from '../../ground/errors.ts';
import type { KeyedLock } from './keyed-lock.ts';
import { assertAllowed, type RateLimiter } from '../limits/rate-limiter.ts';

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
export interface FailureCount {
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

export function failuresOf(
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
export async function countedAttempt<T>(
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
