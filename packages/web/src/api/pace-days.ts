/** Parameters that name the days of a request. */
const DAYS = ['date', 'date_from', 'delivery', 'from'] as const;
/** A reader who steps through days goes on faster than this. */
const PAUSE_MS = 500;

/** When the days of each route were last wanted, ms of `performance.now()`. */
const lastWanted = new Map<string, number>();

/**
 * Waits before a request of days that closely follows another of the same route: who steps through days is asked for the last one
 * alone, because the ones before are given up meanwhile. The first request goes at once. Throws the reason of `signal` once it is aborted.
 */
export async function paceDays(
  request: RequestInfo | URL,
  signal: AbortSignal | null | undefined,
): Promise<void> {
  const address = request instanceof Request ? request.url : request;
  const { pathname, searchParams } = new URL(address, 'http://service');
  if (!DAYS.some((name) => searchParams.has(name))) return;
  const now = performance.now();
  const isStep = now - (lastWanted.get(pathname) ?? -Infinity) < PAUSE_MS;
  lastWanted.set(pathname, now);
  if (isStep) await pause(signal);
}

function pause(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, PAUSE_MS);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
