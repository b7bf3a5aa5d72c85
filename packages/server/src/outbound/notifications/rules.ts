import { withUser } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { findUserLocale } from '../../people/users/store.ts';
import { describeNotification, type NotificationText } from './describe-notification.ts';
import {
  countUnread,
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from './store.ts';

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

/** Marks one of the user's own notifications as read; doing so twice is no error. */
export async function markRead(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<WordedNotification> {
  await assertOwnRecord(db, principal, { table: 'notification', id, noun: 'notification' });
  const user = userOf(principal);
  return withUser(db, user, async (tx) => {
    const notification = await readNotification(tx, id, clock.now());
    if (notification === undefined) throw new AppError('not_found', 'You have no notification with this id.');
    const locale = await findUserLocale(tx, user.userId);
    return { ...notification, ...describeNotification(locale, notification.content) };
  });
}

/** Marks all of them as read and gives how many were not. */
export async function markAllRead({ db, clock }: IdentityContext, principal: Principal): Promise<number> {
  return withUser(db, userOf(principal), (tx) => readAllNotifications(tx, clock.now()));
}
