/** Wakes one waiter, also one that comes after the ring. */
export interface Bell {
  ring(): void;
  /** Until it rings or the time is over. Throws the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async wait(ms, signal) {
      signal.throwIfAborted();
      const over = Promise.withResolvers<void>();
      const timer = setTimeout(over.resolve, ms);
      const abort = () => over.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await Promise.race([rung.promise, over.promise]);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      }
      rung = Promise.withResolvers();
    },
  };
}
