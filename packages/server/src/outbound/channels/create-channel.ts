import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import type { Locale } from '../../ground/config/locale.ts';
import { withUser } from '../../ground/database/database.ts';
import { type Principal, assertRole } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { findUserLocale } from '../../people/users/store.ts';
import { assertTimes } from './assert-times.ts';
import { auditChannel } from './audit-channel.ts';
import type { ChannelContext } from './channel-context.ts';
import { type ChannelTarget, sealTarget } from './channel-target.ts';
import {
  type AlertChannel,
  countChannels,
  insertChannel,
  listChannels,
  lockChannel,
  lockChannels,
} from './channels.ts';
import { checkChannel } from './check-channel.ts';
import type { ChannelTimes } from './due-at.ts';
import { findReader } from './find-reader.ts';

/** Of a user and of a tenant; a user has as many devices besides. */
const MOST_CHANNELS = 10;

/** A channel that a user wants. */
export interface NewChannel extends Omit<ChannelTimes, 'timeZone'> {
  name: string;
  isOfTenant: boolean;
  target: ChannelTarget;
  /** Undefined: the tenant's. */
  timeZone: string | undefined;
}

/** Checks a channel by a test message, outside a transaction: an answer may take seconds. */
export async function checkNewChannel(
  context: ChannelContext,
  principal: Principal,
  channel: NewChannel,
  publicUrl: string,
): Promise<NewChannel & ChannelTimes> {
  if (channel.isOfTenant) assertRole(principal, 'admin');
  const { locale, timeZone } = await findReader(context.db, principal, channel);
  const wanted = { ...channel, timeZone: channel.timeZone ?? timeZone };
  assertTimes(wanted);
  await withUser(context.db, userOf(principal), (tx) => assertRoom(tx, channel));
  const target = await checkChannel(context, channel.target, { name: channel.name, locale, publicUrl });
  return { ...wanted, target };
}

/** Adds a channel that was checked. Its target is kept sealed and shown nowhere. */
export async function createChannel(
  { db, clock, sealer }: ChannelContext,
  principal: Principal,
  { target, isOfTenant, ...rest }: NewChannel & ChannelTimes,
): Promise<AlertChannel> {
  const user = userOf(principal);
  const id = randomUUID();
  const now = clock.now();
  const { host } = new URL(target.url);
  return withUser(db, user, async (tx) => {
    await lockChannels(tx, user.tenantId);
    await assertRoom(tx, { target, isOfTenant });
    await insertChannel(tx, {
      ...rest,
      id,
      tenantId: user.tenantId,
      userId: isOfTenant ? null : user.userId,
      kind: target.kind,
      target: sealTarget(sealer, id, target),
      host,
      enabled: true,
      now,
    });
    const details = { ...rest, kind: target.kind, host, owner: isOfTenant ? 'tenant' : 'user' };
    await auditChannel(tx, principal, { verb: 'created', channelId: id, details, now });
    const channel = await lockChannel(tx, id);
    if (channel === undefined) throw new Error('A channel vanished while it was created.');
    return channel;
  });
}

async function assertRoom(
  tx: Parameters<typeof countChannels>[0],
  { isOfTenant, target: { kind } }: Pick<NewChannel, 'isOfTenant' | 'target'>,
): Promise<void> {
  const isDevice = kind === 'push';
  if ((await countChannels(tx, { isOfTenant, isDevice })) < MOST_CHANNELS) return;
  const whose = isOfTenant ? 'A tenant' : 'A user';
  const what = isDevice ? 'devices' : 'channels';
  throw new AppError('conflict', `${whose} has at most ${MOST_CHANNELS} ${what}; delete one first.`);
}

/** The user's channels and those of the tenant, and the language of the user. */
export async function listOwnChannels(
  { db }: Pick<ChannelContext, 'db'>,
  principal: Principal,
  page: { limit: number; offset: number },
): Promise<{ channels: AlertChannel[]; total: number; locale: Locale }> {
  const user = userOf(principal);
  return withUser(db, user, async (tx) => ({
    ...(await listChannels(tx, page)),
    locale: await findUserLocale(tx, user.userId),
  }));
}
