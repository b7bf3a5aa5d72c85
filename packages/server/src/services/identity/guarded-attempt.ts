import type { AppError } from '../../errors.ts';
import type { KeyedLock } from './keyed-lock.ts';
import { assertAllowed, type RateLimiter } from './rate-limiter.ts';

export const SIGN_IN_WINDOW_MS = 15 * 60_000;

const MAX_FAILURES = 10;

export interface AttemptGuard {
  /** Counts failures over `SIGN_IN_WINDOW_MS`. */
  failures: RateLimiter;
  /** Holds attempts with one key apart, so that none slips past the count of another. */
  attempts: KeyedLock;
  clock: { now(): number };
}

/** What a guess came to; a wrong one counts against every key. */
export type Attempt<T> = { isRight: true; value: T } | { isRight: false; error: AppError };

/**
 * Runs a guess at a secret, such as a password, under every key (an account, an address). After `MAX_FAILURES` wrong ones
 * with a key within the window the answer is 429 whether the guess is right or not.
 */
export async function guardedAttempt<T>(
  guard: AttemptGuard,
  keys: string[],
  attempt: () => Promise<Attempt<T>>,
): Promise<T> {
  return guard.attempts.run(keys, async () => {
    await countFailure(guard, keys);
    let isWrong = false;
    try {
      const outcome = await attempt();
      if (outcome.isRight) return outcome.value;
      isWrong = true;
      throw outcome.error;
    } finally {
      if (!isWrong) for (const key of keys) await guard.failures.release(key);
    }
  });
}

/** Counts the attempt as a failure under every key, or under none when one of them has no failure left. */
async function countFailure({ failures, clock }: AttemptGuard, keys: string[]): Promise<void> {
  const counted: string[] = [];
  for (const key of keys) {
    const decision = await failures.take(key, MAX_FAILURES);
    if (decision.allowed) {
      counted.push(key);
      continue;
    }
    for (const earlier of counted) await failures.release(earlier);
    assertAllowed(decision, clock.now(), 'Too many failed attempts');
  }
}
