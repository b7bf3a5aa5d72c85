import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../ground/errors.ts';
import { NOBODY, type PasswordOwner, passwordFault } from './password-rules.ts';

/** Argon2id is the library's default algorithm; 19 MiB and two passes are OWASP's first recommendation (2024). */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash at the same cost of an unknown random password: checking against it takes as long as a real check. Users who sign in by a provider
 * alone have it too.
 */
export const NO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$IhW3s3fu2GTd+O1npF2I1w$87G609kDoRt/L0f8WZs84EBTSkgNhIRWYhcb0sAAHkQ';

/** Hashes a new password. Throws a validation error on one that breaks a rule, see `assertGoodPassword`. */
export async function hashPassword(password: string, field = 'password'): Promise<string> {
  assertGoodPassword(password, NOBODY, field);
  return hash(password, HASH_COST);
}

/** Throws a validation error on a password that would be guessed, also by what is known of its owner. `field` names it. */
export function assertGoodPassword(password: string, owner: PasswordOwner, field = 'password'): void {
  const fault = passwordFault(password, owner);
  if (fault === undefined) return;
  const { rule, advice } = fault;
  throw new AppError('validation_error', advice, {
    faults: [{ loc: ['body', field], msg: advice, type: `password_${rule}` }],
  });
}

/** Whether the password matches; an undefined hash (no such account) costs the same time and never matches. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NO_PASSWORD_HASH, password);
  return matches && passwordHash !== undefined;
}
