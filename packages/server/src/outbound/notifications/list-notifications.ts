import { withUser } from '../../ground/database/database.ts';
import { type Notification, countUnread, listNotifications } from './notifications.ts';
import { findUserLocale } from '../../people/users/store.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { type NotificationText, describeNotification } from './describe-notification.ts';

/** A notification with its words in the language that its reader has now. */
export interface WordedNotification extends Notification, NotificationText {}

/** A page of the user's own notifications, the newest first, and how many of all are unread. */
export async function listOwnNotifications(
  { db }: IdentityContext,
  principal: Principal,
  query: { isUnread: boolean; limit: number; offset: number },
): Promise<{ notifications: WordedNotification[]; total: number; unread: number }> {
  const user = userOf(principal);
  return withUser(db, user, async (tx) => {
    const { notifications, total } = await listNotifications(tx, query);
    const locale = await findUserLocale(tx, user.userId);
    const worded = notifications.map((one) => ({ ...one, ...describeNotification(locale, one.content) }));
    return { notifications: worded, total, unread: await countUnread(tx) };
  });
}

export async function countOwnUnread({ db }: IdentityContext, principal: Principal): Promise<number> {
  return withUser(db, userOf(principal), countUnread);
}
