import { randomUUID } from 'node:crypto';
import type { Locale } from '../../ground/config/locale.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { insertRegistration } from './registrations.ts';
import type { AccountContext } from '../access/account-context.ts';
import { assertNetworkMayMail, mayMail } from '../access/mail-allowance.ts';
import { CODE_LIFETIME_S } from '../access/mailed-secret.ts';

export interface StartedRegistration {
  registrationId: string;
  /** Lifetime of the mailed code. */
  expiresInS: number;
}

/** Starts a registration. Whether the address has an account is looked up when the mail is sent, never while anyone waits. */
export async function startRegistration(
  context: AccountContext,
  input: { email: string; tenantName: string; locale: Locale; address: string },
): Promise<StartedRegistration> {
  const { db, clock, mails } = context;
  await assertNetworkMayMail(mails, input.address);
  const email = input.email.toLowerCase();
  const registrationId = randomUUID();
  const isMailed = await mayMail(mails, email);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const { tenantName, locale } = input;
    await insertRegistration(tx, { id: registrationId, email, tenantName, locale, now });
    if (!isMailed) return;
    const message = { kind: 'registration-code' as const, registrationId };
    await queueMail(tx, { tenantId: undefined, to: email, locale, message, now });
  });
  context.onMailQueued();
  return { registrationId, expiresInS: CODE_LIFETIME_S };
}
