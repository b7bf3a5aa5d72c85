export interface GateOptions {
  requestsPerMinute: number;
  parallel: number;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

export interface RequestGate {
  /** Runs `work` when the source's limits allow it. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Lets no request start for `ms`. */
  holdFor(ms: number): void;
  /** How long no request may start, in ms. */
  heldForMs(): number;
}

/** Keeps requests to one source apart by its rate and lets only so many run at a time, in the order they came. */
export function createRequestGate({ requestsPerMinute, parallel, now, sleep }: GateOptions): RequestGate {
  const spacingMs = 60_000 / requestsPerMinute;
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  const enter = async () => {
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  return {
    async pass(work) {
      await enter();
      try {
        const start = Math.max(now(), nextStart, heldUntil);
        nextStart = start + spacingMs;
        const waitMs = start - now();
        if (waitMs > 0) await sleep(waitMs);
        // What was answered meanwhile may have asked for a pause.
        const heldMs = heldUntil > start ? heldUntil - now() : 0;
        if (heldMs > 0) await sleep(heldMs);
        return await work();
      } finally {
        leave();
      }
    },
    holdFor(ms) {
      heldUntil = Math.max(heldUntil, now() + ms);
    },
    heldForMs: () => Math.max(0, heldUntil - now()),
  };
}
