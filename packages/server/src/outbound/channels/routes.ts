import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { callerOrigin } from '../../ground/http/caller-address.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { given, onWire } from '../../ground/http/wire.ts';
import { IdPath, NoContent } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { fieldFault } from '../../ground/errors.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import type { Locale } from '../../ground/config/locale.ts';
import { describeFault, parseFault } from '../notifications/channel-fault.ts';
import {
  changeChannel,
  type ChannelContext,
  checkNewChannel,
  createChannel,
  listOwnChannels,
  removeChannel,
  testChannel,
} from './rules.ts';
import { type ChannelTarget, usePushKeys } from './channel-target.ts';
import type { AlertChannel } from './store.ts';
import {
  AlertChannelChange,
  AlertChannelPage,
  AlertChannelRecord,
  AlertChannelTest,
  NewAlertChannel,
  PushKey,
} from './schemas.ts';

const config = { dialect: APP_DIALECT, sessionOnly: true, role: 'trader' as const };
const tags = ['Notifications'];
const TELEGRAM = 'https://api.telegram.org';
const refused =
  'The role is viewer, the channel is that of the tenant and the role is not admin, or it belongs to another tenant: `insufficient_scope`.';
const writeErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
  403: refused,
  409: 'There are 10 channels, or 10 devices, already.',
  422: 'A field is wrong, or the test message was not taken: the fault names the field and says what to do.',
});

/** Where alerts of the signed-in user, or of the whole tenant, are sent beside the application and mail. */
export const alertChannelRoutes: FastifyPluginAsyncZod<{
  context: ChannelContext & { publicUrl?: string | undefined };
}> = async (app, { context }) => {
  app.get(
    '/notifications/channels',
    {
      config,
      schema: {
        operationId: 'listAlertChannels',
        tags,
        summary: "The user's alert channels and those of the tenant, the newest first",
        description:
          'A channel of the user is sent the alerts of the own rules, one of the tenant those of all its users. Addresses and tokens are not shown.',
        querystring: PageQuery,
        response: {
          200: AlertChannelPage.describe('The channels.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { channels, total, locale } = await listOwnChannels(
        context,
        principalOf(request),
        windowOf(request.query),
      );
      return { items: channels.map((channel) => toRecord(channel, locale)), total, ...request.query };
    },
  );

  app.post(
    '/notifications/channels',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createAlertChannel',
        tags,
        summary: 'Add Slack, Microsoft Teams, Telegram or a device as a channel of alerts',
        description: [
          'A test message is sent first; where it is not taken nothing is saved. At most 10 for a user, 10 devices of a user, and 10 for a tenant.',
          'Slack and Teams take `url`, Telegram `token` and `chat_id`; a device (`push`) takes `url`, `p256dh` and `auth` of a subscription that a',
          'browser made with the key of `GET /notifications/push-key`.',
        ].join(' '),
        body: NewAlertChannel,
        response: { 201: AlertChannelRecord.describe('The channel.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      const principal = principalOf(request);
      const { name, owner, quiet_from, quiet_to, digest_at, time_zone } = request.body;
      const target = await targetOf(context, request.body);
      const times = { quiet_from, quiet_to, digest_at, time_zone };
      const wanted = { name, isOfTenant: owner === 'tenant', target, ...times };
      const publicUrl = callerOrigin(request, context.publicUrl);
      const checked = await checkNewChannel(context, principal, wanted, publicUrl);
      return createOnce({ context, request, reply }, async (once) =>
        toRecord(await createChannel(once, principal, checked), 'en'),
      );
    },
  );

  app.get(
    '/notifications/push-key',
    {
      config,
      schema: {
        operationId: 'getPushKey',
        tags,
        summary: 'The key that a browser subscribes with, so that a device can be a channel of alerts',
        description:
          'Give it to `PushManager.subscribe` as `applicationServerKey`, then send the subscription to `POST /notifications/channels`.',
        response: {
          200: PushKey.describe('The key.'),
          ...errorResponses([400, 401, 403, 429, 500, 503]),
        },
      },
    },
    async () => ({ public_key: (await usePushKeys(context)).publicKey }),
  );

  app.patch(
    '/notifications/channels/:id',
    {
      config,
      schema: {
        operationId: 'changeAlertChannel',
        tags,
        summary: 'Change an alert channel, pause or resume it',
        description:
          'A new address, token or chat, and a channel that is resumed, is checked by a test message first. Alerts that wait keep their time.',
        params: IdPath,
        body: AlertChannelChange,
        response: { 200: AlertChannelRecord.describe('The channel as changed.'), ...writeErrors },
      },
    },
    async (request) => {
      const { url, token, chat_id: chatId, ...change } = request.body;
      const { channel, locale } = await changeChannel(context, principalOf(request), request.params.id, {
        change: given(change),
        targetChange: { url, token, chatId },
        publicUrl: callerOrigin(request, context.publicUrl),
      });
      return toRecord(channel, locale);
    },
  );

  app.delete(
    '/notifications/channels/:id',
    {
      config,
      schema: {
        operationId: 'deleteAlertChannel',
        tags,
        summary: 'Delete an alert channel with the alerts that wait for it',
        description: 'To stop a channel for a while, send `enabled: false` to it instead.',
        params: IdPath,
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503], { 403: refused }),
        },
      },
    },
    async (request, reply) => {
      await removeChannel(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/notifications/channels/:id/test',
    {
      config,
      schema: {
        operationId: 'testAlertChannel',
        tags,
        summary: 'Send a test message to an alert channel',
        description: 'It is sent at once, in quiet hours and to a paused channel too.',
        params: IdPath,
        response: {
          200: AlertChannelTest.describe('What became of it.'),
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503], { 403: refused }),
        },
      },
    },
    async (request) => {
      const publicUrl = callerOrigin(request, context.publicUrl);
      const fault = await testChannel(context, principalOf(request), request.params.id, publicUrl);
      return { delivered: fault === undefined, detail: fault ?? null };
    },
  );
};

/** Throws where the parts of a target do not go together. */
async function targetOf(
  context: ChannelContext,
  { kind, owner, url, token, chat_id: chatId, p256dh, auth }: z.infer<typeof NewAlertChannel>,
): Promise<ChannelTarget> {
  if (kind !== 'telegram') {
    if (token !== undefined) throw fieldFault('token', 'Send token with Telegram only.');
    if (chatId !== undefined) throw fieldFault('chat_id', 'Send chat_id with Telegram only.');
  }
  if (kind === 'push') {
    if (owner === 'tenant') throw fieldFault('owner', 'Send user: a device belongs to one.');
    if (url === undefined) throw fieldFault('url', 'Send endpoint of the subscription.');
    if (p256dh === undefined) throw fieldFault('p256dh', 'Send the key p256dh of the subscription.');
    if (auth === undefined) throw fieldFault('auth', 'Send the key auth of the subscription.');
    return { kind, url, p256dh, auth, keys: await usePushKeys(context) };
  }
  if (p256dh !== undefined) throw fieldFault('p256dh', 'Send p256dh with push only.');
  if (auth !== undefined) throw fieldFault('auth', 'Send auth with push only.');
  if (kind === 'telegram') {
    if (token === undefined) throw fieldFault('token', 'Send the token of the bot with Telegram.');
    if (chatId === undefined) throw fieldFault('chat_id', 'Send the chat to write to with Telegram.');
    return { kind, url: url ?? TELEGRAM, token, chatId };
  }
  if (url === undefined) throw fieldFault('url', 'Send the address of the incoming webhook.');
  return { kind, url };
}

function toRecord(channel: AlertChannel, locale: Locale) {
  const fault = channel.last_error === null ? undefined : parseFault(channel.last_error);
  return {
    ...onWire(channel),
    owner: channel.user_id === null ? ('tenant' as const) : ('user' as const),
    last_error: fault === undefined ? null : describeFault(locale, fault),
  };
}
