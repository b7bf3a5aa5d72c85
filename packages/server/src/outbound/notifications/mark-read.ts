import { AppError } from '../../ground/errors.ts';
import { withUser } from '../../ground/database/database.ts';
import { readAllNotifications, readNotification } from './notifications.ts';
import { findUserLocale } from '../../people/users/store.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { describeNotification } from './describe-notification.ts';
import type { WordedNotification } from './list-notifications.ts';

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
