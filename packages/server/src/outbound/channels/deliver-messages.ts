import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { type Turns, startTurns } from '../../ground/jobs/turns.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { createVettedFetch, type VettedFetch } from '../webhooks/vetted-fetch.ts';
import type { WebhookContext } from '../webhooks/webhook-context.ts';
import {
  type ClaimedChannel,
  claimChannel,
  listDueMessages,
  noteSent,
  noteUnsent,
} from './channel-messages.ts';
import { openTarget } from './channel-target.ts';
import { composeMessage } from './compose-message.ts';
import { type PostOutcome, postMessage } from './post-message.ts';

export interface ChannelDeliveryContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  sealer: Sealer;
  /** Where people reach the web application, without a slash at its end. */
  publicUrl: string;
  fetchChannel: VettedFetch;
  /** Called after mail was written for the owner of a channel. */
  onMailQueued(): void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const POLLING_MS = 5 * SECOND_MS;
/** A message and its answer as a whole. */
const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_ANSWER_BYTES = 65_536;
/** Longer than a message may take. */
const LEASE_MS = MINUTE_MS;
/** Channels that are written to at once. */
const AT_ONCE = 16;

/** Waits after the first, second, ... failure in a row; after the last one what waits is given up, about a day after it was due. */
const RETRY_DELAYS_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** Asks addresses of channels, which users choose. */
export function createChannelFetch({
  resolve,
  allowPrivateTargets,
}: Pick<WebhookContext, 'resolve' | 'allowPrivateTargets'>) {
  return createVettedFetch({
    resolve,
    privateOrigins: [],
    allowPrivate: allowPrivateTargets,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
}

/** Sends alerts to channels while it runs. */
export function startChannelDelivery(
  context: Omit<ChannelDeliveryContext, 'fetchChannel'>,
  webhooks: Pick<WebhookContext, 'resolve' | 'allowPrivateTargets'>,
): Turns {
  const channels = createChannelFetch(webhooks);
  const turns = startTurns(() => deliverMessages({ ...context, fetchChannel: channels.fetch }), {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'alerts could not be sent to channels',
  });
  return {
    wake: () => turns.wake(),
    async stop() {
      await turns.stop();
      await channels.close();
    },
  };
}

/**
 * Sends every alert that is due, those of one channel in one message. Several processes may do so at once: each channel is taken by one of
 * them. A channel that fails is tried again later and holds up no other. One that is written to while its process dies may get the same
 * message again.
 */
export async function deliverMessages(context: ChannelDeliveryContext): Promise<void> {
  const deliverOnes = async () => {
    for (;;) {
      const claimed = await claimChannel(context.db, { now: context.clock.now(), leaseMs: LEASE_MS });
      if (claimed === undefined) return;
      await deliverTo(context, claimed);
    }
  };
  // The first finds out whether there is anything to do.
  const first = await claimChannel(context.db, { now: context.clock.now(), leaseMs: LEASE_MS });
  if (first === undefined) return;
  await Promise.all([
    deliverTo(context, first).then(deliverOnes),
    ...Array.from({ length: AT_ONCE - 1 }, deliverOnes),
  ]);
}

async function deliverTo(context: ChannelDeliveryContext, channel: ClaimedChannel): Promise<void> {
  const { db, clock, logger, publicUrl, fetchChannel } = context;
  const { id: channelId, locale } = channel;
  const messages = await listDueMessages(db, channelId, clock.now());
  if (messages.length === 0) return;
  const target = openTarget(context.sealer, channelId, channel.target);
  const text = composeMessage(
    locale,
    messages.map(({ content }) => content),
    publicUrl,
  );
  const outcome: PostOutcome =
    target === undefined
      ? { fault: { code: 'unreadable' }, isFinal: false, field: 'url', retryAfterMs: undefined }
      : await postMessage(fetchChannel, target, text, clock.now());
  const now = clock.now();
  if (outcome.fault === undefined) {
    await noteSent(db, { channelId, messageIds: messages.map(({ id }) => id), now });
    logger.info({ channelId, alerts: messages.length }, 'alerts sent to a channel');
    return;
  }
  const delayMs = RETRY_DELAYS_MS[channel.failures];
  const next = outcome.isFinal
    ? ('rest' as const)
    : delayMs === undefined
      ? ('give up' as const)
      : { again: now + Math.max(delayMs, Math.min(outcome.retryAfterMs ?? 0, HOUR_MS)) };
  await noteUnsent(db, { channelId, fault: outcome.fault, now, next });
  if (next === 'rest') context.onMailQueued();
  logger.warn({ channelId, isOver: typeof next === 'string' }, 'alerts could not be sent to a channel');
}
