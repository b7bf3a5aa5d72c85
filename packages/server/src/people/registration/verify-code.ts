import type { AuthenticationContext } from '../access/authenticate.ts';
import { checkCode } from './check-code.ts';

/** Whether a code is right, without using it up: a form can ask before it shows its next page. */
export async function verifyCode(
  context: AuthenticationContext,
  input: { registrationId: string; code: string },
): Promise<void> {
  const check = await context.db.transaction().execute((tx) => checkCode(tx, context, input));
  if (!check.isRight) throw check.error;
}
