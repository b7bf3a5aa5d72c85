import { fieldFault } from '../access/field-fault.ts';
import { type AttemptGuard, guardedAttempt } from '../access/guarded-attempt.ts';
import { verifyPassword } from '../access/password.ts';
import type { Principal } from '../access/principal.ts';
import type { Db } from '../../ground/database/database.ts';
import { findPasswordHash } from './users.ts';

/**
 * Asks a signed-in user for the password again. Wrong guesses count against the session, apart from sign-ins, so that nobody else can use
 * them up. `field` names it in the fault.
 */
export async function assertPassword(
  guard: AttemptGuard & { db: Db },
  { principal, userId }: { principal: Principal; userId: string },
  password: string,
  field: string,
): Promise<void> {
  await guardedAttempt(guard, confirmationKey(principal), async () =>
    (await verifyPassword(await findPasswordHash(guard.db, userId), password))
      ? { isRight: true, value: undefined }
      : { isRight: false, error: fieldFault(field, 'This is not your current password.') },
  );
}

/** Under which what a signed-in user has to confirm is counted. */
export function confirmationKey({ credentialId }: Principal): string {
  return `confirm:${credentialId}`;
}
