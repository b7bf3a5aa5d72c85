import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { attemptDelivery } from '../services/webhooks/attempt-delivery.ts';
import { HOPELESS_REASON } from '../services/webhooks/disabling-reasons.ts';
import { createTargetCache } from '../services/webhooks/target-cache.ts';
import { tellAdmins } from '../services/webhooks/tell-admins.ts';
import type { DeliveryContext } from '../services/webhooks/webhook-context.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  endLease,
  readBodies,
} from '../store/webhooks/delivery-queue.ts';
import { type AttemptResult, recordAttempts } from '../store/webhooks/record-attempts.ts';

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
  /** Called when results are written, so there is room again. */
  onRoom: () => void;
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
  body: Buffer;
  leaseUntil: number;
}

/**
 * Attempts that wait this long are of slow receivers. Of the younger ones few are under way at once: more would answer no sooner, as
 * this process has all it can do, and would cost a connection each.
 */
const SLOW_AFTER_MS = 50;
const MOST_YOUNG = 128;
/** After a write so much time passes, or so many results come together, before the next: many at a time cost far less. */
const GATHER_MS = 100;
const FULL_BATCH = 1000;
const RETRY_DATABASE_MS = 500;
/** A stop waits no longer than this for a database that is gone: the lease makes the deliveries due again. */
const STOPPING_TRIES = 4;
const HOPELESS_AFTER_MS = 120 * 3_600_000;
const KEPT_BODIES = 64;
const FIRST_CLAIM = 512;
/** Deliveries of one tenant in a claim: the first one's, and the most. */
const FIRST_SHARE = 4;
const LARGEST_SHARE = 128;

export function createDeliveryLane(
  context: DeliveryContext,
  agent: Dispatcher,
  options: LaneOptions,
): DeliveryLane {
  const { db, clock, logger } = context;
  const { capacity } = options;
  const holder = randomUUID();
  const findTarget = createTargetCache(context);
  const bodies = new Map<string, Buffer>();
  const busy = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  let results: AttemptResult[] = [];
  let writing: Promise<void> | undefined;
  /** Claimed and waiting for room to be sent. */
  let ready: ReadyDelivery[] = [];
  let sending = 0;
  let young = 0;
  /** Tickets of what is claimed and not written yet. */
  const held = new Set<string>();
  let draining = false;
  let tenantShare = FIRST_SHARE;

  const hold = (delivery: ClaimedDelivery) => {
    held.add(delivery.ticket);
    busy.set(delivery.endpointId, (busy.get(delivery.endpointId) ?? 0) + 1);
  };

  const hasRoom = () => sending < capacity && young < MOST_YOUNG;

  const sendReady = () => {
    const now = clock.now();
    while (hasRoom()) {
      const next = ready.shift();
      if (next === undefined) return;
      // Too little is left of the lease for an attempt: another worker may take the delivery before this one is done.
      if (next.leaseUntil < now + options.timeoutMs) {
        release([next.delivery]);
        continue;
      }
      const attempt = carryOut(next).finally(() => {
        attempts.delete(attempt);
        sendReady();
      });
      attempts.add(attempt);
    }
  };

  const carryOut = async ({ delivery, body }: ReadyDelivery) => {
    sending++;
    young++;
    let isYoung = true;
    const age = () => {
      if (isYoung) young--;
      isYoung = false;
    };
    const growingOld = setTimeout(() => {
      age();
      sendReady();
    }, SLOW_AFTER_MS);
    try {
      // `results` is another array once a batch was taken, so it is named after the wait.
      const result = await attemptDelivery(context, agent, {
        delivery,
        target: findTarget(delivery),
        body,
        timeoutMs: options.timeoutMs,
      });
      results.push(result);
      writing ??= writeResults();
    } catch (error) {
      logger.error({ deliveryId: delivery.id, error }, 'a webhook delivery could not be attempted');
      // Held for a while, so that it is not tried again at once.
      setTimeout(() => release([delivery]), options.leaseMs).unref();
    } finally {
      clearTimeout(growingOld);
      age();
      sending--;
    }
  };

  /** Writes results as they come, many at a time, until there are none. */
  const writeResults = async () => {
    for (let tries = 1; results.length > 0;) {
      const batch = results;
      results = [];
      try {
        const now = clock.now();
        const limits = { failingBefore: now - HOPELESS_AFTER_MS, failingReason: HOPELESS_REASON, now };
        await recordAttempts(db, batch, limits, (tx, endpoint) => tellAdmins(tx, endpoint, now));
        tries = 1;
        release(batch);
        if (!draining && results.length < FULL_BATCH) await sleep(GATHER_MS);
      } catch (error) {
        logger.error({ error }, 'results of webhook deliveries could not be written');
        if (draining && tries++ >= STOPPING_TRIES) break;
        results = [...batch, ...results];
        await sleep(RETRY_DATABASE_MS);
      }
    }
    writing = undefined;
  };

  const release = (batch: { ticket: string; endpointId: string }[]) => {
    for (const { ticket, endpointId } of batch) {
      held.delete(ticket);
      const rest = (busy.get(endpointId) ?? 1) - 1;
      if (rest === 0) busy.delete(endpointId);
      else busy.set(endpointId, rest);
    }
    options.onRoom();
  };

  return {
    async fill() {
      const room = options.held - held.size;
      // Claims of a few rows each would cost the database more than the wait for some more room.
      if (room < options.held / 2) return 'full';
      // Little at first, and more while that is on its way: nothing is sent while the first claim is waited for.
      const limit = Math.min(room, FIRST_CLAIM + 2 * held.size);
      const now = clock.now();
      const leaseUntil = now + options.leaseMs;
      const claimed = await claimDeliveries(db, {
        holder,
        held: [...held],
        now,
        leaseUntil,
        limit,
        perEndpoint: options.perEndpoint,
        tenantShare,
        failing: options.failing,
        busy: [...busy.keys()],
      });
      if (claimed.length === 0) {
        tenantShare = FIRST_SHARE;
        return 'empty';
      }
      // Few tenants fill the room with many deliveries each, many tenants with few.
      if (claimed.length < limit) tenantShare = Math.min(LARGEST_SHARE, tenantShare * 2);
      else if (limit === room) tenantShare = Math.max(1, tenantShare / 2);
      await loadBodies(context, bodies, claimed);
      for (const delivery of claimed) {
        const body = bodies.get(delivery.eventId);
        if (body === undefined) continue;
        hold(delivery);
        ready.push({ delivery, body, leaseUntil });
      }
      sendReady();
      return 'more';
    },
    async drain() {
      draining = true;
      ready = [];
      await Promise.all(attempts);
      await writing;
      await endLease(db, holder).catch((error: unknown) => {
        logger.error({ error }, 'webhook deliveries in hand could not be given back');
      });
    },
  };
}

/** Keeps the bodies of the events sent last: one event goes to many endpoints. */
async function loadBodies(
  { db }: Pick<DeliveryContext, 'db'>,
  bodies: Map<string, Buffer>,
  claimed: ClaimedDelivery[],
): Promise<void> {
  const wanted = new Set(claimed.map(({ eventId }) => eventId));
  const missing = [...wanted].filter((id) => !bodies.has(id));
  if (missing.length > 0) {
    for (const [id, body] of await readBodies(db, missing)) bodies.set(id, body);
  }
  for (const id of bodies.keys()) {
    if (bodies.size <= KEPT_BODIES) return;
    if (!wanted.has(id)) bodies.delete(id);
  }
}
