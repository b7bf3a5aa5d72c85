import type { ChannelKind } from '../../ground/database/notification-schema.ts';
import { fieldFault } from '../../people/access/field-fault.ts';
import type { Principal } from '../../people/access/principal.ts';
import { assertTimes } from './assert-times.ts';
import { auditChannel } from './audit-channel.ts';
import type { ChannelContext } from './channel-context.ts';
import { type ChannelTarget, UNREADABLE, openTarget, sealTarget } from './channel-target.ts';
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
 * keeps the time at which it is due.
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
): Promise<AlertChannel> {
  const before = await withChannel(context, principal, id, async (_tx, channel) => channel);
  const isNewTarget = Object.values(targetChange).some((part) => part !== undefined);
  let target: ChannelTarget | undefined;
  if (isNewTarget || (change.enabled === true && !before.enabled)) {
    const { locale } = await findReader(context.db, principal, before);
    const wanted = mergeTarget(before.kind, openTarget(context.sealer, id, before.target), targetChange);
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
    return changed;
  });
}

/** Throws where parts are missing: the target that is kept cannot be read. */
function mergeTarget(
  kind: ChannelKind,
  kept: ChannelTarget | undefined,
  { url = kept?.url, token, chatId }: TargetChange,
): ChannelTarget {
  if (url === undefined) throw fieldFault('url', UNREADABLE);
  if (kind !== 'telegram') return { kind, url };
  const telegram = kept?.kind === 'telegram' ? kept : undefined;
  const whole = { token: token ?? telegram?.token, chatId: chatId ?? telegram?.chatId };
  if (whole.token === undefined) throw fieldFault('token', UNREADABLE);
  if (whole.chatId === undefined) throw fieldFault('chat_id', UNREADABLE);
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
  if (target === undefined) return UNREADABLE;
  const { locale } = await findReader(context.db, principal, channel);
  const { fault } = await tryChannel(context, target, { name: channel.name, locale, publicUrl });
  return fault;
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
