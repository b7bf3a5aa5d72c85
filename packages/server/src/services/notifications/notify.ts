import type { Locale } from '../../locale.ts';
import type { Db } from '../../store/database.ts';
import { queueMail } from '../../store/mail-queue.ts';
import type { AlertChannel, NotificationContent } from '../../store/notification-schema.ts';
import { insertNotification } from '../../store/notifications.ts';
import { describeNotification } from './describe-notification.ts';

export interface Recipient {
  tenantId: string;
  userId: string;
  email: string;
  locale: Locale;
}

/** Tells users in the application, by mail or both, in the transaction of what they are told of. */
export async function notify(
  tx: Db,
  recipients: readonly Recipient[],
  content: NotificationContent,
  { channels, now }: { channels: readonly AlertChannel[]; now: number },
): Promise<void> {
  for (const { tenantId, userId, email, locale } of recipients) {
    if (channels.includes('in_app')) await insertNotification(tx, { tenantId, userId, content, now });
    if (!channels.includes('email')) continue;
    const { title, paragraphs, link } = describeNotification(locale, content);
    const message = { kind: 'notice' as const, subject: title, paragraphs, link };
    await queueMail(tx, { tenantId, to: email, locale, message, now });
  }
}
