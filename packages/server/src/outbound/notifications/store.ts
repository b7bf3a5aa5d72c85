import type { Transaction } from 'kysely';
import { readPage } from '../../ground/database/read-page.ts';
import type { Db } from '../../ground/database/database.ts';
import type { NotificationContent, NotificationTable } from '../../ground/database/notification-schema.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';

/** Instants are epoch ms. */
export interface Notification {
  id: string;
  content: NotificationContent;
  createdAt: number;
  readAt: number | undefined;
}

/** Gives the ids of the notifications. */
export async function insertNotifications(
  tx: Db,
  notifications: readonly { tenantId: string; userId: string; content: NotificationContent }[],
  now: number,
): Promise<string[]> {
  if (notifications.length === 0) return [];
  const rows = notifications.map(({ tenantId, userId, content }) => ({
    id: orderedId(),
    tenant_id: tenantId,
    user_id: userId,
    content: JSON.stringify(content),
    created_at: new Date(now),
  }));
  await tx.insertInto('notification').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** A page of the user's notifications, the newest first. The transaction is the user's. */
export async function listNotifications(
  tx: Transaction<Database>,
  query: { isUnread: boolean; limit: number; offset: number },
): Promise<{ notifications: Notification[]; total: number }> {
  const matching = tx
    .selectFrom('notification')
    .$if(query.isUnread, (rows) => rows.where('read_at', 'is', null));
  const newestFirst = matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  const { rows, total } = await readPage(newestFirst, query);
  return { notifications: rows.map(toNotification), total };
}

export async function countUnread(tx: Transaction<Database>): Promise<number> {
  const { count } = await tx
    .selectFrom('notification')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks one of the user's notifications as read, or leaves it so; undefined when the user has none with this id. */
export async function readNotification(
  tx: Transaction<Database>,
  id: string,
  now: number,
): Promise<Notification | undefined> {
  await tx
    .updateTable('notification')
    .set({ read_at: new Date(now) })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute();
  const row = await tx.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toNotification(row);
}

/** Marks all of the user's notifications as read and gives how many were not. */
export async function readAllNotifications(tx: Transaction<Database>, now: number): Promise<number> {
  const result = await tx
    .updateTable('notification')
    .set({ read_at: new Date(now) })
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function toNotification(
  row: Pick<NotificationTable, 'id' | 'created_at' | 'read_at'> & { content: NotificationContent },
) {
  return {
    id: row.id,
    content: row.content,
    createdAt: row.created_at.getTime(),
    readAt: row.read_at?.getTime(),
  };
}
