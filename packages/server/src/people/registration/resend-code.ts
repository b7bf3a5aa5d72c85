import { AppError } from '../../ground/errors.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { countCodeRequest, lockRegistration } from './registrations.ts';
import type { AccountContext } from '../access/account-context.ts';
import { assertNetworkMayMail, mayMail } from '../access/mail-allowance.ts';
import { CODE_LIFETIME_S } from '../access/mailed-secret.ts';
import type { StartedRegistration } from './start-registration.ts';

/** Codes that one registration may be sent, the first one counted. */
const MAX_CODES = 5;

/** Sends a new code, which takes the place of the earlier one. */
export async function resendCode(
  context: AccountContext,
  { registrationId, address }: { registrationId: string; address: string },
): Promise<StartedRegistration> {
  await assertNetworkMayMail(context.mails, address);
  await context.db.transaction().execute(async (tx) => {
    const registration = await lockRegistration(tx, registrationId);
    if (registration === undefined || registration.isCompleted) throw registrationNotFound();
    if (registration.codesAsked >= MAX_CODES) {
      throw new AppError('conflict', 'This registration was sent too many codes; start a new one.');
    }
    const { email, locale } = registration;
    if (!(await mayMail(context.mails, email))) return;
    await countCodeRequest(tx, registrationId);
    const message = { kind: 'registration-code' as const, registrationId };
    await queueMail(tx, { tenantId: undefined, to: email, locale, message, now: context.clock.now() });
  });
  context.onMailQueued();
  return { registrationId, expiresInS: CODE_LIFETIME_S };
}

export function registrationNotFound(): AppError {
  return new AppError('not_found', 'There is no open registration with this id; start a new one.');
}
