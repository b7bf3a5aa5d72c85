import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { attemptDelivery } from './attempt-delivery.ts';
import { type AttemptResult, HOPELESS, recordAttempts } from './record-attempts.ts';
import { AS_STORED } from '../events/event-body.ts';
import { type Target, createTargetCache } from './target-cache.ts';
import { notifyAdmins } from './notify-admins.ts';
import type { DeliveryContext } from './webhook-context.ts';
import {
  type ClaimedDelivery,
  type EventContent,
  claimDeliveries,
  endLease,
  NO_TENANT,
} from './delivery-queue.ts';

export interface LaneOptions {
  /** Takes the deliveries of endpoints that fail, or of those that do not. */
  failing: boolean;
  /** Attempts under way at once. */
  capacity: number;
  /** Deliveries claimed and not written yet: what is claimed ahead keeps the lane busy while the database works. */
  held: number;
  /** Deliveries of one endpoint among them. */
  perEndpoint: number;
  /** Most time that an attempt takes; the lease is longer. */
  timeoutMs: number;
  leaseMs: number;
  /** Called when results are written and there is room for a claim again. */
  onRoom: () => void;
  /** Called when a delivery is put back and will be due again. */
  onReturn: () => void;
}

/** Deliveries under way, up to a capacity. */
export interface DeliveryLane {
  /** Claims deliveries and starts their attempts. `more`: there may be further ones; `full`: there is no room. */
  fill(): Promise<'more' | 'full' | 'empty'>;
  /** Waits for the attempts under way and their results. */
  drain(): Promise<void>;
}

interface ReadyDelivery {
  delivery: ClaimedDelivery;
  target: Target;
  content: EventContent;
  leaseUntil: number;
}

/** Attempts under way at once, whatever becomes of them: more would answer no sooner, as this process has all it can do. */
const USUAL_AT_ONCE = 128;
/**
 * Beyond these, so many that are not slow, or not yet known to be, keep this process busy. Each attempt under way has a connection of
 * its own, and to make one costs as much as several deliveries.
 */
const ENOUGH_YOUNG = 48;
/**
 * After a write so much time passes, or so many results come together, or nothing else is under way, before the next: many at a time
 * cost far less.
 */
const GATHER_MS = 200;
const FULL_BATCH = 4000;
const RETRY_DATABASE_MS = 500;
/** A stop waits no longer than this for a database that is gone: the lease makes the deliveries due again. */
const STOPPING_TRIES = 4;
const FIRST_CLAIM = 512;
/** Deliveries of one tenant in a claim: the first one's, and the most. */
const FIRST_SHARE = 1;
const LARGEST_SHARE = 128;

export function createDeliveryLane(
  context: DeliveryContext,
  agent: Dispatcher,
  options: LaneOptions,
): DeliveryLane {
  const { db, clock, logger, findContents } = context;
  const { capacity } = options;
  const holder = randomUUID();
  const startedAt = clock.now();
  const findTargets = createTargetCache(context);
  let results: AttemptResult[] = [];
  let writing: Promise<void> | undefined;
  /** Settled once there is enough to write. */
  let gathered = Promise.withResolvers<void>();
  /** Claimed and waiting for room to be sent. */
  let ready: ReadyDelivery[] = [];
  let sending = 0;
  let young = 0;
  /** Tickets of what is claimed and not written yet. */
  const held = new Set<string>();
  /** How many of them each endpoint has, and which endpoints have more than one. */
  const heldBy = new Map<string, number>();
  const crowded = new Set<string>();
  let drained: PromiseWithResolvers<void> | undefined;
  let tenantShare = FIRST_SHARE;
  let lastTenant = NO_TENANT;

  const hold = ({ ticket, endpointId }: ClaimedDelivery) => {
    held.add(ticket);
    const count = (heldBy.get(endpointId) ?? 0) + 1;
    heldBy.set(endpointId, count);
    if (count > 1) crowded.add(endpointId);
  };

  // Claims of a few rows each would cost the database more than the wait for some more room.
  const hasRoomForClaim = () => held.size <= options.held / 2;

  const hasRoom = () =>
    sending < Math.min(capacity, USUAL_AT_ONCE) || (sending < capacity && young < ENOUGH_YOUNG);

  const sendReady = () => {
    const now = clock.now();
    while (hasRoom()) {
      const next = ready.shift();
      if (next === undefined) return;
      // Too little is left of the lease for an attempt: another worker may take the delivery before this one is done.
      if (next.leaseUntil < now + options.timeoutMs) {
        release([next.delivery]);
        options.onReturn();
        continue;
      }
      void carryOut(next);
    }
  };

  const carryOut = async ({ delivery, target, content }: ReadyDelivery) => {
    sending++;
    young++;
    let isYoung = true;
    const age = () => {
      if (isYoung) young--;
      isYoung = false;
    };
    try {
      // `results` is another array once a batch was taken, so it is named after the wait.
      const result = await attemptDelivery(context, agent, {
        delivery,
        target,
        content,
        timeoutMs: options.timeoutMs,
        onSlow: () => {
          age();
          sendReady();
        },
      });
      results.push(result);
      writing ??= writeResults();
    } catch (error) {
      logger.error({ deliveryId: delivery.id, error }, 'a webhook delivery could not be attempted');
      // Held for a while, so that it is not tried again at once.
      setTimeout(() => {
        release([delivery]);
        options.onReturn();
      }, options.leaseMs).unref();
    } finally {
      age();
      sending--;
      sendReady();
      if (hasGathered()) gathered.resolve();
      if (sending === 0) drained?.resolve();
    }
  };

  /** Writes results as they come, many at a time, until there are none. */
  const writeResults = async () => {
    for (let tries = 1; results.length > 0;) {
      const batch = results;
      results = [];
      try {
        const now = clock.now();
        const limits = { hopeless: HOPELESS, askingSince: startedAt, now };
        await recordAttempts(db, batch, limits, (tx, endpoint) => notifyAdmins(tx, endpoint, now));
        tries = 1;
        release(batch);
        if (batch.some(({ nextAttemptAt }) => nextAttemptAt !== undefined)) options.onReturn();
        await gather();
      } catch (error) {
        logger.error({ error }, 'results of webhook deliveries could not be written');
        if (drained !== undefined && tries++ >= STOPPING_TRIES) break;
        results = [...batch, ...results];
        await sleep(RETRY_DATABASE_MS);
      }
    }
    writing = undefined;
  };

  const hasGathered = () =>
    drained !== undefined || results.length >= FULL_BATCH || (sending === 0 && ready.length === 0);

  const gather = async () => {
    gathered = Promise.withResolvers();
    if (hasGathered()) return;
    const timer = setTimeout(gathered.resolve, GATHER_MS);
    await gathered.promise;
    clearTimeout(timer);
  };

  const release = (batch: { ticket: string; endpointId: string }[]) => {
    for (const { ticket, endpointId } of batch) {
      held.delete(ticket);
      const rest = (heldBy.get(endpointId) ?? 1) - 1;
      if (rest === 0) heldBy.delete(endpointId);
      else heldBy.set(endpointId, rest);
      if (rest === 1) crowded.delete(endpointId);
    }
    if (hasRoomForClaim()) options.onRoom();
  };

  return {
    async fill() {
      if (!hasRoomForClaim()) return 'full';
      const room = options.held - held.size;
      // Little at first, and more while that is on its way: nothing is sent while the first claim is waited for.
      const limit = Math.min(room, FIRST_CLAIM + 2 * held.size);
      const now = clock.now();
      const leaseUntil = now + options.leaseMs;
      const claim = await claimDeliveries(db, {
        holder,
        held,
        now,
        leaseMs: options.leaseMs,
        limit,
        perEndpoint: options.perEndpoint - 1,
        tenantShare,
        failing: options.failing,
        after: lastTenant,
        busy: crowded,
        keyFingerprints: context.sealer.fingerprints,
      });
      const { deliveries: claimed } = claim;
      lastTenant = claim.lastTenant;
      const isCut =
        claimed.length === limit ||
        (claimed.length > 0 && claim.tenants === limit) ||
        claimed.some(({ ofTenant }) => ofTenant === tenantShare);
      // Few tenants fill the room with many deliveries each, many tenants with few.
      if (!isCut) tenantShare = FIRST_SHARE;
      else if (claimed.length < limit) tenantShare = Math.min(LARGEST_SHARE, tenantShare * 4);
      else if (limit === room) tenantShare = Math.max(1, tenantShare / 2);
      const targets = await findTargets(claimed);
      const contents = await findContents(
        claimed.map(({ eventId }, i) => ({ eventId, ...(targets[i]?.wanted ?? AS_STORED) })),
      );
      for (const [i, delivery] of claimed.entries()) {
        const [target, content] = [targets[i], contents[i]];
        if (target === undefined || content === undefined) continue;
        hold(delivery);
        ready.push({ delivery, target, content, leaseUntil });
      }
      sendReady();
      return isCut ? 'more' : 'empty';
    },
    async drain() {
      ready = [];
      drained = Promise.withResolvers();
      gathered.resolve();
      if (sending > 0) await drained.promise;
      await writing;
      await endLease(db, holder).catch((error: unknown) => {
        logger.error({ error }, 'webhook deliveries in hand could not be given back');
      });
    },
  };
}
