import type { User } from '../../store/users.ts';
import { fieldFault } from './field-fault.ts';
import { type AttemptGuard, guardedAttempt } from './guarded-attempt.ts';
import { verifyPassword } from './password.ts';

/** Asks a signed-in user for the password again; guesses count like failed sign-ins. `field` names it in the fault. */
export async function assertPassword(
  guard: AttemptGuard,
  user: Pick<User, 'email' | 'passwordHash'>,
  password: string,
  field: string,
): Promise<void> {
  await guardedAttempt(guard, [`account:${user.email}`], async () =>
    (await verifyPassword(user.passwordHash, password))
      ? { isRight: true, value: undefined }
      : { isRight: false, error: fieldFault(field, 'This is not your current password.') },
  );
}
