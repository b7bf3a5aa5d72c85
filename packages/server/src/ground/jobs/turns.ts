import type { Logger } from 'pino';

/** Work that is done in turns, one at a time, while it runs. */
export interface Turns {
  /** Begins a turn at once instead of when the next one is due. */
  wake(): void;
  stop(): Promise<void>;
}

/** Does `work` now, every `everyMs` and when it is woken. A turn that fails is logged as `failure` and hinders no other. */
export function startTurns(
  work: () => Promise<void>,
  { everyMs, logger, failure }: { everyMs: number; logger: Logger; failure: string },
): Turns {
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const wake = () => {
    // One turn that has not begun sees everything that is there until then.
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(turn);
  };
  const turn = async () => {
    isWaiting = false;
    try {
      await work();
    } catch (error) {
      logger.error({ error }, failure);
    }
  };
  const timer = setInterval(wake, everyMs);
  wake();
  return {
    wake,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
