import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { IdentityContext } from '../../people/access/account-context.ts';
import {
  countOwnUnread,
  listOwnNotifications,
  markAllRead,
  markRead,
  type WordedNotification,
} from './rules.ts';
import {
  NotificationPage,
  NotificationQuery,
  NotificationRecord,
  ReadCount,
  toAlertRecord,
  UnreadCount,
} from './record.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';

const config = { dialect: APP_DIALECT, sessionOnly: true };
const tags = ['Notifications'];

/** Notifications of the signed-in user. */
export const notificationRoutes: FastifyPluginAsyncZod<{ context: IdentityContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/notifications',
    {
      config,
      schema: {
        operationId: 'listNotifications',
        tags,
        summary: "The user's notifications, the newest first; kept for 90 days",
        description:
          'Title and text are in the language of the reader; `path` leads into the web application. `unread=true` leaves out what was read.',
        querystring: NotificationQuery,
        response: {
          200: NotificationPage.describe('The notifications.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { page, page_size, unread: filter } = request.query;
      const query = { isUnread: filter === 'true', ...windowOf(request.query) };
      const { notifications, total, unread } = await listOwnNotifications(
        context,
        principalOf(request),
        query,
      );
      return { items: notifications.map(toRecord), total, page, page_size, unread };
    },
  );

  app.get(
    '/notifications/unread-count',
    {
      config,
      schema: {
        operationId: 'countUnreadNotifications',
        tags,
        summary: 'How many notifications are unread',
        description:
          'For the mark beside a bell. Ask when an event arrives on the stream, again ten seconds later, and otherwise once a minute.',
        response: {
          200: UnreadCount.describe('The number.'),
          ...errorResponses([400, 401, 403, 429, 500, 503]),
        },
      },
    },
    async (request) => ({ unread: await countOwnUnread(context, principalOf(request)) }),
  );

  app.post(
    '/notifications/:id/read',
    {
      config,
      schema: {
        operationId: 'readNotification',
        tags,
        summary: 'Mark a notification as read',
        description: 'Marking twice is no error, and the time of the first reading stays.',
        params: IdPath,
        response: {
          200: NotificationRecord.describe('The notification, read.'),
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503]),
        },
      },
    },
    async (request) => toRecord(await markRead(context, principalOf(request), request.params.id)),
  );

  app.post(
    '/notifications/read-all',
    {
      config,
      schema: {
        operationId: 'readAllNotifications',
        tags,
        summary: 'Mark all notifications as read',
        description: 'The answer says how many were unread until now.',
        response: {
          200: ReadCount.describe('All are read.'),
          ...errorResponses([400, 401, 403, 413, 429, 500, 503]),
        },
      },
    },
    async (request) => ({ read: await markAllRead(context, principalOf(request)) }),
  );
};

function toRecord({
  content,
  title,
  paragraphs,
  link,
  ...notification
}: WordedNotification): NotificationRecord {
  return {
    id: notification.id,
    kind: content.kind,
    title,
    text: paragraphs.join('\n'),
    path: link.path,
    alert: content.kind === 'alert' ? toAlertRecord(content) : null,
    created_at: formatInstant(notification.createdAt),
    read_at: formatOptionalInstant(notification.readAt),
  };
}
