import { timingSafeEqual } from 'node:crypto';
import type { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { type Registration, countWrongCode, lockRegistration } from './registrations.ts';
import type { AuthenticationContext } from '../access/authenticate.ts';
import { fieldFault } from '../access/field-fault.ts';
import { hashCode } from '../access/mailed-secret.ts';
import { registrationNotFound } from './resend-code.ts';

const MAX_TRIES = 5;

export type CodeCheck = { isRight: true; registration: Registration } | { isRight: false; error: AppError };

/**
 * Compares a code and counts a wrong one. The caller throws the error once the transaction has ended, so that the count
 * stays. A registration without a code (its address has an account, or the mail is still waiting) takes any code as wrong.
 */
export async function checkCode(
  tx: Db,
  { sessionSecrets, clock }: AuthenticationContext,
  input: { registrationId: string; code: string },
): Promise<CodeCheck> {
  const { registrationId, code } = input;
  const registration = await lockRegistration(tx, registrationId);
  if (registration === undefined || registration.isCompleted) {
    return { isRight: false, error: registrationNotFound() };
  }
  const { codeHmac, codeExpiresAt = 0, tries } = registration;
  if (tries >= MAX_TRIES) return wrong('Too many wrong codes were tried; ask for a new one.');
  const isRight =
    codeHmac !== undefined &&
    codeExpiresAt > clock.now() &&
    sessionSecrets.some((secret) => timingSafeEqual(codeHmac, hashCode(secret, registrationId, code)));
  if (isRight) return { isRight, registration };
  await countWrongCode(tx, registrationId);
  return wrong('The code is wrong or has expired; ask for a new one.');
}

function wrong(message: string): CodeCheck {
  return { isRight: false, error: fieldFault('code', message) };
}
