import type { Locale } from '../../ground/config/locale.ts';
import { describeFault } from '../notifications/channel-fault.ts';
import { fieldFault } from '../../ground/errors.ts';
import type { Principal } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { findUserLocale } from '../../people/users/store.ts';
import { assertTimes } from './assert-times.ts';
import { auditChannel } from './audit-channel.ts';
import type { ChannelContext } from './channel-context.ts';
import { type ChannelTarget, openTarget, sealTarget } from './channel-target.ts';
import {
  type AlertChannel,
  type ChannelChange,
  deleteChannel,
  lockChannel,
  updateChannel,
} from './channels.ts';
import { checkChannel, tryChannel } from './check-channel.ts';
import { findReader } from './find-reader.ts';
import { withChannel } from './with-channel.ts';

/** What of a target is changed; the rest stays. */
export interface TargetChange {
  url?: string | undefined;
  token?: string | undefined;
  chatId?: string | undefined;
}

/**
 * Changes a channel. A new target, and a channel that is turned on, is checked by a test message first, outside a transaction. What waits
 * keeps the time at which it is due. Gives the language of the user too.
 */
export async function changeChannel(
  context: ChannelContext,
  principal: Principal,
  id: string,
  {
    change,
    targetChange,
    publicUrl,
  }: { change: Omit<ChannelChange, 'target'>; targetChange: TargetChange; publicUrl: string },
): Promise<{ channel: AlertChannel; locale: Locale }> {
  const before = await withChannel(context, principal, id, async (_tx, channel) => channel);
  const isNewTarget = Object.values(targetChange).some((part) => part !== undefined);
  let target: ChannelTarget | undefined;
  if (isNewTarget || (change.enabled === true && !before.enabled)) {
    const { locale } = await findReader(context.db, principal, before);
    const wanted = mergeTarget(before, openTarget(context.sealer, id, before.target), {
      ...targetChange,
      locale,
    });
    target = await checkChannel(context, wanted, { name: change.name ?? before.name, locale, publicUrl });
  }
  return withChannel(context, principal, id, async (tx, channel) => {
    assertTimes({ ...channel, ...change });
    const now = context.clock.now();
    const host = target && new URL(target.url).host;
    await updateChannel(
      tx,
      id,
      {
        ...change,
        ...(target !== undefined &&
          host !== undefined && { target: { sealed: sealTarget(context.sealer, id, target), host } }),
      },
      now,
    );
    const details = { ...change, ...(isNewTarget && { host }) };
    await auditChannel(tx, principal, { verb: 'changed', channelId: id, details, now });
    const changed = await lockChannel(tx, id);
    if (changed === undefined) throw new Error('A channel vanished while it was changed.');
    return { channel: changed, locale: await findUserLocale(tx, userOf(principal).userId) };
  });
}

/** Throws where parts are missing: the target that is kept cannot be read. */
function mergeTarget(
  { kind }: AlertChannel,
  kept: ChannelTarget | undefined,
  { url = kept?.url, token, chatId, locale }: TargetChange & { locale: Locale },
): ChannelTarget {
  const unreadable = describeFault(locale, { code: 'unreadable' });
  if (url === undefined) throw fieldFault('url', unreadable);
  if (kind === 'push') {
    if (kept?.kind === 'push' && url === kept.url) return kept;
    throw fieldFault('url', 'The address of a device cannot be changed; add the device anew.');
  }
  if (kind !== 'telegram') return { kind, url };
  const telegram = kept?.kind === 'telegram' ? kept : undefined;
  const whole = { token: token ?? telegram?.token, chatId: chatId ?? telegram?.chatId };
  if (whole.token === undefined) throw fieldFault('token', unreadable);
  if (whole.chatId === undefined) throw fieldFault('chat_id', unreadable);
  return { kind, url, token: whole.token, chatId: whole.chatId };
}

/** Sends a test message; undefined where it arrived, and otherwise why it did not. */
export async function testChannel(
  context: ChannelContext,
  principal: Principal,
  id: string,
  publicUrl: string,
): Promise<string | undefined> {
  const channel = await withChannel(context, principal, id, async (tx, found) => {
    const details = { name: found.name };
    await auditChannel(tx, principal, { verb: 'tested', channelId: id, details, now: context.clock.now() });
    return found;
  });
  const target = openTarget(context.sealer, id, channel.target);
  const { locale } = await findReader(context.db, principal, channel);
  const { fault } =
    target === undefined
      ? { fault: { code: 'unreadable' as const } }
      : await tryChannel(context, target, { name: channel.name, locale, publicUrl });
  return fault && describeFault(locale, fault);
}

/** Deletes a channel with what waits for it. */
export async function removeChannel(
  context: ChannelContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await withChannel(context, principal, id, async (tx, { name }) => {
    await deleteChannel(tx, id);
    const now = context.clock.now();
    await auditChannel(tx, principal, { verb: 'deleted', channelId: id, details: { name }, now });
  });
}
