import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import { queueMails } from '../../people/mail/mail-queue.ts';
import type { AlertChannel, NotificationContent } from '../../ground/database/notification-schema.ts';
import { insertNotifications } from './store.ts';
import { describeNotification } from './describe-notification.ts';

export interface Recipient {
  tenantId: string;
  userId: string;
  email: string;
  locale: Locale;
}

/** A notification for one user, and its channels. */
export interface News {
  recipient: Recipient;
  content: NotificationContent;
  channels: readonly AlertChannel[];
}

/** Notifies users in the application, by mail or both, in the transaction of the cause. */
export async function notify(tx: Db, news: readonly News[], now: number): Promise<void> {
  const inApp = news.filter(({ channels }) => channels.includes('in_app'));
  const byMail = news.filter(({ channels }) => channels.includes('email'));
  await insertNotifications(
    tx,
    inApp.map(({ recipient: { tenantId, userId }, content }) => ({ tenantId, userId, content })),
    now,
  );
  await queueMails(
    tx,
    byMail.map(({ recipient: { tenantId, email, locale }, content }) => {
      const { title, paragraphs, link } = describeNotification(locale, content);
      const message = { kind: 'notice' as const, subject: title, paragraphs, link };
      return { tenantId, to: email, locale, message, now };
    }),
  );
}
