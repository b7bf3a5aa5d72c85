import type { Logger } from 'pino';
import type { QueuePoll } from '../telemetry/telemetry.ts';

/** A queue that is not asked for jobs for so long though the database answers is stuck. */
const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 5000;

export interface QueueWatch {
  /** The queues that are stuck. */
  stuck(): readonly string[];
  stop(): void;
}

/** Sees that every queue is asked for jobs, and has the connections replaced where one is stuck. */
export function watchQueues(
  {
    polls,
    canWriteAnew,
    replaceConnections,
    logger,
  }: {
    polls: () => QueuePoll[];
    /** Whether a new connection works: otherwise no queue can be asked, which is no fault of this process. */
    canWriteAnew: () => Promise<boolean>;
    replaceConnections: () => void;
    logger: Logger;
  },
  { longestMs = LONGEST_MS, everyMs = LOOK_EVERY_MS }: { longestMs?: number; everyMs?: number } = {},
): QueueWatch {
  let stuck: string[] = [];
  let isLooking = false;
  let couldNotAt = Number.NEGATIVE_INFINITY;
  let replacedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    // From a quarter on, an outage is told from a queue that is stuck.
    const isDoubtful = polls().some(({ ageMs }) => ageMs >= longestMs / 4);
    if (isDoubtful && !(await canWriteAnew())) couldNotAt = performance.now();
    const now = performance.now();
    const couldFor = now - couldNotAt;
    const found = polls()
      .filter(({ ageMs }) => Math.min(ageMs, couldFor) >= longestMs)
      .map(({ name }) => name);
    if (found.length > 0 && now - replacedAt >= longestMs) {
      replacedAt = now;
      logger.error(
        { queues: found, seconds: Math.round(longestMs / 1000) },
        'queues were not asked for jobs for too long though the database answers; replacing their connections',
      );
      replaceConnections();
    }
    if (found.length === 0 && stuck.length > 0) logger.info({ queues: stuck }, 'the queues are asked again');
    stuck = found;
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, everyMs).unref();
  return { stuck: () => stuck, stop: () => clearInterval(timer) };
}
