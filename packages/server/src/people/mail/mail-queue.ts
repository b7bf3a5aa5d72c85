import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';

/**
 * A mail by what it is about. Codes and links are made when it is sent, so the queue holds no secret. A `notice` is a text
 * that its sender has written in the reader's language; `link` is a path of the web application.
 */
export type MailMessage =
  | { kind: 'registration-code'; registrationId: string }
  | { kind: 'invitation'; invitationId: string }
  | { kind: 'password-reset' }
  | { kind: 'notice'; subject: string; paragraphs: string[]; link?: { label: string; path: string } };

export interface NewMail {
  /** Undefined: mail to someone who has no tenant yet. */
  tenantId: string | undefined;
  to: string;
  locale: Locale;
  message: MailMessage;
  /** Epoch ms. */
  now: number;
}

export interface QueuedMail {
  id: string;
  to: string;
  locale: Locale;
  /** As it was stored; the sender checks it. */
  message: unknown;
  attempts: number;
}

/** Queues a mail. Pass the transaction of the change that it reports: the mail is sent once that is committed. */
export async function queueMail(tx: Db, mail: NewMail): Promise<void> {
  await queueMails(tx, [mail]);
}

/** The same for many at once. */
export async function queueMails(tx: Db, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    id: orderedId(),
    tenant_id: mail.tenantId ?? null,
    recipient: mail.to,
    locale: mail.locale,
    message: JSON.stringify(mail.message),
    created_at: new Date(mail.now),
    next_attempt_at: new Date(mail.now),
  }));
  await tx.insertInto('mail_queue').values(rows).execute();
}

/** Whether a mail is due, sent by somebody or not. */
export async function isMailDue(db: Db, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_queue')
    .select('id')
    .where('next_attempt_at', '<=', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the oldest mail that is due and that no other process is sending; it stays taken until the transaction ends. */
export async function claimDueMail(tx: Db, now: number): Promise<QueuedMail | undefined> {
  const row = await tx
    .selectFrom('mail_queue')
    .select(['id', 'recipient', 'locale', 'message', 'attempts'])
    .where('next_attempt_at', '<=', new Date(now))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { recipient, ...rest } = row;
  return { ...rest, to: recipient };
}

export async function postponeMail(db: Db, id: string, nextAttemptAt: number): Promise<void> {
  await db
    .updateTable('mail_queue')
    .set((row) => ({ attempts: row('attempts', '+', 1), next_attempt_at: new Date(nextAttemptAt) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('mail_queue').where('id', '=', id).execute();
}

/** Mail that was tried and did not go, and how often at most. */
export async function countUnsentMail(db: Db): Promise<{ mails: number; attempts: number }> {
  const row = await db
    .selectFrom('mail_queue')
    .select((mail) => [mail.fn.countAll<string>().as('mails'), mail.fn.max('attempts').as('attempts')])
    .where('attempts', '>', 0)
    .executeTakeFirstOrThrow();
  return { mails: Number(row.mails), attempts: row.attempts ?? 0 };
}

/** Mail that waits to be sent, and since when the oldest of it does, epoch ms. */
export async function measureMailQueue(db: Db): Promise<{ waiting: number; oldestAt: number | undefined }> {
  const row = await db
    .selectFrom('mail_queue')
    .select((mail) => [mail.fn.countAll<string>().as('waiting'), mail.fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), oldestAt: row.oldest?.getTime() };
}
