import {
  type AdmittedEvents,
  type AdmittedRequests,
  stepOf,
  type WantedEvents,
  type WantedRequests,
} from './request-windows.ts';

/** Beyond it the windows that are the longest unused are forgotten. */
const MAX_WINDOWS = 20_000;

/** Events of a window by their instants, oldest first. */
type Window = { at: number; count: number }[];

/** Lets events and requests in like `takeRequests` and `admitRequests`, by what this process alone has counted. */
export interface MemoryWindows {
  take(events: readonly WantedEvents[], window: { windowMs: number; now: number }): AdmittedEvents[];
  admit(requests: readonly WantedRequests[], window: { windowMs: number; now: number }): AdmittedRequests[];
}

/** Sliding windows in memory, for while the database cannot count. */
export function createMemoryWindows(maxWindows = MAX_WINDOWS): MemoryWindows {
  const windows = new Map<string, Window>();

  /** What a window holds now. It becomes the newest. */
  function open(key: string, since: number): Window {
    const window = (windows.get(key) ?? []).filter(({ at }) => at > since);
    windows.delete(key);
    for (const oldest of windows.keys()) {
      if (windows.size < maxWindows) break;
      windows.delete(oldest);
    }
    windows.set(key, window);
    return window;
  }

  function take(
    { key, wanted, limit }: WantedEvents,
    { windowMs, now }: { windowMs: number; now: number },
  ): AdmittedEvents {
    const window = open(key, now - windowMs);
    const used = window.reduce((sum, { count }) => sum + count, 0);
    const admitted = Math.max(0, Math.min(wanted, limit - used));
    if (admitted > 0) {
      const step = stepOf(limit, windowMs);
      const at = Math.ceil(now / step) * step;
      const newest = window.at(-1);
      if (newest !== undefined && newest.at >= at) newest.count += admitted;
      else window.push({ at, count: admitted });
    }
    return { used, admitted, oldestAt: window[0]?.at ?? now };
  }

  return {
    take: (events, window) => events.map((event) => take(event, window)),
    admit(requests, window) {
      return requests.map(({ tenant, tenantLimit, ...own }) => {
        // What the tenant may not make does not count for the credential.
        const free = take({ key: tenant, wanted: 0, limit: tenantLimit }, window);
        const room = Math.max(0, Math.min(own.wanted, tenantLimit - free.used));
        const outcome = take({ ...own, wanted: room }, window);
        const ofTenant = take({ key: tenant, wanted: outcome.admitted, limit: tenantLimit }, window);
        return { ...outcome, tenantOldestAt: ofTenant.oldestAt };
      });
    },
  };
}
