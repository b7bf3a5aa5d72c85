import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Argon2id is the library's default algorithm; 19 MiB and two passes are OWASP's first recommendation (2024). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash at the same cost of a password that nobody knows: checking against it takes as long as a real check. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$IhW3s3fu2GTd+O1npF2I1w$87G609kDoRt/L0f8WZs84EBTSkgNhIRWYhcb0sAAHkQ';

/** Hashes a new password. Throws a validation error on one that is too short, too long or among the commonest. `field` names it. */
export async function hashPassword(password: string, field = 'password'): Promise<string> {
  const fault = faultOf(password);
  if (fault !== undefined) {
    throw new AppError('validation_error', fault, {
      faults: [{ loc: ['body', field], msg: fault, type: 'password' }],
    });
  }
  return hash(password, COST);
}

/** Whether the password matches; an undefined hash (no such account) costs the same time and never matches. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? DUMMY_HASH, password);
  return matches && passwordHash !== undefined;
}

function faultOf(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return `Choose a password of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
  }
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    return 'Choose another password: this one is among the commonest and would be guessed.';
  }
  return undefined;
}
