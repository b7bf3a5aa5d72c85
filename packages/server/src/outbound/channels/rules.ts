import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Locale } from '../../ground/config/locale.ts';
import { type Db, withTenant, withUser } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { assertRole, auditChange, type Principal } from '../../people/access/principal.ts';
import { auditedFields } from '../../people/audit/audit.ts';
import { findTenant } from '../../people/tenants/store.ts';
import { userOf } from '../../people/users/session-user.ts';
import { findUserLocale } from '../../people/users/store.ts';
import { describeFault } from '../notifications/channel-fault.ts';
import { checkTarget } from '../webhooks/check-target.ts';
import type { VettedFetch } from '../webhooks/vetted-fetch.ts';
import type { WebhookContext } from '../webhooks/webhook-context.ts';
import { type ChannelTarget, openTarget, sealTarget } from './channel-target.ts';
import { testMessage } from './compose-message.ts';
import type { ChannelTimes } from './due-at.ts';
import { postMessage, type PostOutcome } from './post-message.ts';
import {
  type AlertChannel,
  type ChannelChange,
  countChannels,
  deleteChannel,
  insertChannel,
  listChannels,
  lockChannel,
  lockChannels,
  updateChannel,
} from './store.ts';

/** What administering channels needs of the running service. */
export interface ChannelContext extends WebhookContext {
  fetchChannel: VettedFetch;
}

/** Of a user and of a tenant; a user has as many devices besides. */
const MOST_CHANNELS = 10;

/** A channel that a user wants. */
interface NewChannel extends Omit<ChannelTimes, 'time_zone'> {
  name: string;
  isOfTenant: boolean;
  target: ChannelTarget;
  /** Undefined: the tenant's. */
  time_zone: string | undefined;
}

/** Checks a channel by a test message, outside a transaction: an answer may take seconds. */
export async function checkNewChannel(
  context: ChannelContext,
  principal: Principal,
  channel: NewChannel,
  publicUrl: string,
): Promise<NewChannel & ChannelTimes> {
  if (channel.isOfTenant) assertRole(principal, 'admin');
  const { locale, timeZone } = await findReader(context.db, principal, channel.isOfTenant);
  const wanted = { ...channel, time_zone: channel.time_zone ?? timeZone };
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
    const shown = { ...rest, kind: target.kind, host };
    const owner = { tenant_id: user.tenantId, user_id: isOfTenant ? null : user.userId };
    await insertChannel(tx, { ...shown, ...owner, id, target: sealTarget(sealer, id, target) }, now);
    const details = auditedFields({ ...shown, owner: isOfTenant ? 'tenant' : 'user' });
    await auditChange(tx, principal, 'alert_channel.created', { id, details, now });
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

/** What of a target is changed; the rest stays. */
interface TargetChange {
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
    const { locale } = await findReader(context.db, principal, before.user_id === null);
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
    const details = auditedFields({ ...change, ...(isNewTarget && { host }) });
    await auditChange(tx, principal, 'alert_channel.changed', { id, details, now });
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
    await auditChange(tx, principal, 'alert_channel.tested', { id, details, now: context.clock.now() });
    return found;
  });
  const target = openTarget(context.sealer, id, channel.target);
  const { locale } = await findReader(context.db, principal, channel.user_id === null);
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
    await auditChange(tx, principal, 'alert_channel.deleted', { id, details: { name }, now });
  });
}

/** Who reads a test, and where its link leads. */
interface TestReader {
  name: string;
  locale: Locale;
  publicUrl: string;
}

/** Sends a test message, and gives what became of it. */
function tryChannel(
  { fetchChannel, clock }: ChannelContext,
  target: ChannelTarget,
  { name, locale, publicUrl }: TestReader,
): Promise<PostOutcome> {
  return postMessage(fetchChannel, target, testMessage(locale, name, publicUrl), clock.now());
}

/**
 * The target with its address in the form in which it is sent, once a test message has arrived there. Throws 422 with the field at fault
 * and what to do.
 */
async function checkChannel(
  context: ChannelContext,
  target: ChannelTarget,
  reader: TestReader,
): Promise<ChannelTarget> {
  const sent = await checkTarget(context, target.url);
  const checked = { ...target, url: target.kind === 'telegram' ? sent.replace(/\/+$/, '') : sent };
  const outcome = await tryChannel(context, checked, reader);
  if (outcome.fault !== undefined) {
    throw fieldFault(outcome.field, describeFault(reader.locale, outcome.fault));
  }
  return checked;
}

/** Throws where quiet hours lack an end or have no length. */
function assertTimes({ quiet_from, quiet_to }: ChannelTimes): void {
  if ((quiet_from === null) !== (quiet_to === null)) {
    throw fieldFault(
      quiet_from === null ? 'quiet_from' : 'quiet_to',
      'Send quiet_from and quiet_to together.',
    );
  }
  if (quiet_from !== null && quiet_from === quiet_to) {
    throw fieldFault('quiet_to', 'Send a quiet_to that is not quiet_from.');
  }
}

/** The language of who reads a channel, the user's or the tenant's, and the zone of the tenant. */
async function findReader(
  db: Db,
  principal: Principal,
  isOfTenant: boolean,
): Promise<{ locale: Locale; timeZone: string }> {
  const { tenantId, userId } = userOf(principal);
  return withTenant(db, tenantId, async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    if (tenant === undefined) throw new Error('A tenant is gone.');
    const locale = isOfTenant ? tenant.locale : await findUserLocale(tx, userId);
    return { locale, timeZone: tenant.time_zone };
  });
}

/**
 * Runs `work` on one of the user's own channels, or, for admins, of the tenant's. A channel of another tenant is refused with 403; one of
 * another user of the tenant, and one that nobody has, is 404.
 */
async function withChannel<T>(
  { db }: { db: Db },
  principal: Principal,
  id: string,
  work: (
    tx: Transaction<Database>,
    channel: NonNullable<Awaited<ReturnType<typeof lockChannel>>>,
  ) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'alert_channel', id, noun: 'alert channel' });
  return withUser(db, userOf(principal), async (tx) => {
    const channel = await lockChannel(tx, id);
    if (channel === undefined) throw new AppError('not_found', 'You have no alert channel with this id.');
    if (channel.user_id === null) assertRole(principal, 'admin');
    return work(tx, channel);
  });
}
