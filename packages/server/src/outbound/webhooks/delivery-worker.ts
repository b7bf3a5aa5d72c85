import type { DeliveryContext } from './webhook-context.ts';
import { continueFanOut } from '../events/fan-out.ts';
import { findNextDue } from './delivery-queue.ts';
import { createVettedAgent } from './vetted-agent.ts';
import { type DeliveryLane, createDeliveryLane } from './delivery-lane.ts';

export interface DeliveryWorker {
  /** Looks for due deliveries now; called when a transaction that wrote some has committed. */
  wake(): void;
  /** Lets attempts under way end and writes their results. */
  stop(): Promise<void>;
}

export interface DeliveryWorkerOptions {
  /** Certificate authorities that are trusted instead of the usual ones, for tests. */
  ca?: string;
  /** How long the deliveries of a dead worker wait for another, longer than `timeoutMs`; absent: 45,000. */
  leaseMs?: number;
  /** Most time that an attempt takes, answer included; absent: 15,000. */
  timeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5000;
const TOTAL_TIMEOUT_MS = 15_000;
const LEASE_MS = TOTAL_TIMEOUT_MS + 30_000;
/** Endpoints that fail are a lane of their own: however many there are, the others have their room. */
const LANES = [
  { failing: false, capacity: 384, held: 8192 },
  { failing: true, capacity: 128, held: 128 },
];
/** One slow endpoint has no more attempts under way than this. */
const ATTEMPTS_PER_ENDPOINT = 5;
/** Due deliveries are looked for this often though nothing woke the worker. */
const POLL_MS = 5000;
/** What is due and was not claimed belongs to a busy endpoint or to another worker. */
const DUE_POLL_MS = 250;
const RETRY_DATABASE_MS = 500;

/**
 * Sends webhook deliveries as they fall due. A claim leaves the queue as it is and names in a lease what it took;
 * results are written many at a time. Any number of workers may run.
 */
export function startDeliveryWorker(
  context: DeliveryContext,
  options: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const { db, clock, logger } = context;
  const agent = createVettedAgent({
    resolve: context.resolve,
    allowPrivate: context.allowPrivateTargets,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    ...(options.ca !== undefined && { ca: options.ca }),
  });
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  /** Somebody says that there may be something to do. */
  let isWoken = true;
  const wake = () => {
    isWoken = true;
    woken.resolve();
  };
  /** Something is due that could not be claimed; if nothing is, room alone brings nothing to do. */
  let isRoomWanted = false;
  /** Since the last look began. */
  let isRoomMade = false;
  const lanes = LANES.map((lane) =>
    createDeliveryLane(context, agent, {
      ...lane,
      perEndpoint: ATTEMPTS_PER_ENDPOINT,
      timeoutMs: options.timeoutMs ?? TOTAL_TIMEOUT_MS,
      leaseMs: options.leaseMs ?? LEASE_MS,
      onRoom: () => {
        isRoomMade = true;
        if (isRoomWanted) wake();
      },
      onReturn: wake,
    }),
  );

  const fillUp = async (lane: DeliveryLane): Promise<'full' | 'empty'> => {
    for (;;) {
      const filled = stopping.signal.aborted ? 'full' : await lane.fill();
      if (filled !== 'more') return filled;
    }
  };
  /** Writes some of the deliveries that are left of an event, while others are sent; says whether there were any. */
  const writeMore = async (): Promise<boolean> => {
    if (stopping.signal.aborted) return false;
    return continueFanOut(db).catch((error: unknown) => {
      logger.error({ error }, 'deliveries of an event could not be written');
      return false;
    });
  };
  const untilLook = (due: number | undefined) =>
    due === undefined ? POLL_MS : Math.min(POLL_MS, due - clock.now());
  /** Starts what is due and says how long there is nothing more to do. */
  const look = async (): Promise<number> => {
    isRoomWanted = false;
    isRoomMade = false;
    const isAsked = isWoken;
    isWoken = false;
    if (!isAsked) {
      // A claim costs five statements, a look one.
      const due = await findNextDue(db);
      if (due === undefined || due > clock.now()) return untilLook(due);
    }
    const [hasWritten, ...filled] = await Promise.all([writeMore(), ...lanes.map(fillUp)]);
    if (hasWritten) return 0;
    const isFull = filled.includes('full');
    const due = isFull ? undefined : await findNextDue(db);
    const untilDue = untilLook(due);
    isRoomWanted = isFull || untilDue <= 0;
    if (isRoomWanted && isRoomMade) return 0;
    return untilDue <= 0 ? DUE_POLL_MS : untilDue;
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers();
      const waitMs = await look().catch((error: unknown) => {
        logger.error({ error }, 'webhook deliveries could not be claimed');
        return RETRY_DATABASE_MS;
      });
      if (waitMs === 0) continue;
      const timer = setTimeout(() => woken.resolve(), waitMs);
      await woken.promise;
      clearTimeout(timer);
    }
  };
  const running = run();

  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
      await Promise.all(lanes.map((lane) => lane.drain()));
      await agent.destroy();
    },
  };
}
