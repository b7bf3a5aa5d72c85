import { z } from 'zod';
import type { Clock } from '../../ground/timing/clock.ts';
import {
  accountExistsLetter,
  invitationLetter,
  type Letter,
  passwordResetLetter,
  providerSignInLetter,
  registrationCodeLetter,
} from '../mail/letters.ts';
import type { Db } from '../../ground/database/database.ts';
import { findAccount } from '../access/identity.ts';
import { findTenantName } from '../tenants/store.ts';
import { lockInvitation, setInvitationToken } from '../invitations/store.ts';
import type { QueuedMail } from '../mail/mail-queue.ts';
import { providerSignInPath, requiredProviderOf } from '../providers/providers.ts';
import { insertPasswordReset } from '../passwords/store.ts';
import { lockUser } from '../users/store.ts';
import { lockRegistration, setRegistrationCode } from '../registration/store.ts';
import { generateCode, generateLinkToken, hashCode } from '../access/mailed-secret.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import { CODE_LIFETIME_S, INVITATION_LIFETIME_DAYS, RESET_LIFETIME_S } from '../access/mailed-secret.ts';

export interface LetterContext {
  clock: Clock;
  /** Key of the codes' hashes. */
  sessionSecrets: SessionSecrets;
  /** Address of the web application, without a slash at its end. */
  publicUrl: string;
}

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registration-code'), registrationId: z.uuid() }),
  z.object({ kind: z.literal('invitation'), invitationId: z.uuid() }),
  z.object({ kind: z.literal('password-reset') }),
  z.object({
    kind: z.literal('notice'),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    link: z.object({ label: z.string(), path: z.string() }).optional(),
  }),
]);

/**
 * Turns a queued mail into a letter. Codes and link tokens are made here and stored as hashes in the same transaction, so the
 * queue never holds one, and the routes that queue mail do the same work whether or not an account exists.
 * Undefined: there is nothing left to say, or nobody to say it to.
 */
export async function writeLetter(
  context: LetterContext,
  tx: Db,
  mail: QueuedMail,
): Promise<Letter | undefined> {
  const message = messageSchema.parse(mail.message);
  switch (message.kind) {
    case 'registration-code':
      return writeRegistrationCode(context, tx, message.registrationId);
    case 'invitation':
      return writeInvitation(context, tx, mail, message.invitationId);
    case 'password-reset':
      return writePasswordReset(context, tx, mail);
    case 'notice': {
      const { subject, paragraphs, link } = message;
      const action = link && { label: link.label, url: `${context.publicUrl}${link.path}` };
      return { locale: mail.locale, subject, paragraphs, ...(action && { action }) };
    }
  }
}

async function writeRegistrationCode(
  { clock, sessionSecrets, publicUrl }: LetterContext,
  tx: Db,
  registrationId: string,
): Promise<Letter | undefined> {
  const registration = await lockRegistration(tx, registrationId);
  if (registration === undefined || registration.completed_at !== null) return undefined;
  const { email, locale } = registration;
  if ((await findAccount(tx, email)) !== undefined) {
    return accountExistsLetter(locale, `${publicUrl}/forgot`);
  }
  const code = generateCode();
  await setRegistrationCode(tx, {
    registrationId,
    hmac: hashCode(sessionSecrets[0], registrationId, code),
    expiresAt: clock.now() + CODE_LIFETIME_S * 1000,
  });
  return registrationCodeLetter(locale, code, CODE_LIFETIME_S / 60);
}

async function writeInvitation(
  { clock, publicUrl }: LetterContext,
  tx: Db,
  mail: QueuedMail,
  invitationId: string,
): Promise<Letter | undefined> {
  const invitation = await lockInvitation(tx, invitationId);
  if (invitation === undefined || invitation.accepted_at !== null) return undefined;
  if (invitation.revoked_at !== null || invitation.expires_at.getTime() <= clock.now()) return undefined;
  const { token, sha256 } = generateLinkToken();
  await setInvitationToken(tx, invitationId, sha256);
  return invitationLetter(mail.locale, {
    tenantName: await findTenantName(tx, invitation.tenant_id),
    url: `${publicUrl}/invite?token=${token}`,
    validDays: INVITATION_LIFETIME_DAYS,
  });
}

async function writePasswordReset(
  { clock, publicUrl }: LetterContext,
  tx: Db,
  mail: QueuedMail,
): Promise<Letter | undefined> {
  const account = await findAccount(tx, mail.to);
  if (account === undefined || !account.active) return undefined;
  const provider = await requiredProviderOf(tx, account.userId);
  if (provider !== undefined) {
    return providerSignInLetter(account.locale, `${publicUrl}${providerSignInPath(provider)}`);
  }
  // A change of the password waits for this link, or this link for the change: none survives one that comes after it.
  await lockUser(tx, account.userId);
  const { token, sha256 } = generateLinkToken();
  await insertPasswordReset(tx, {
    tokenSha256: sha256,
    tenantId: account.tenantId,
    userId: account.userId,
    expiresAt: clock.now() + RESET_LIFETIME_S * 1000,
  });
  const url = `${publicUrl}/reset?token=${token}`;
  return passwordResetLetter(account.locale, url, RESET_LIFETIME_S / 60);
}
