import type { Clock } from '../../clock.ts';
import { HOLD_MS, type Versions } from '../../store/request-windows.ts';
import type { RateLimitDecision } from './rate-limiter.ts';

/**
 * Requests that were counted before they came, so that a busy process lets them in without asking. Each counts in the window at the end
 * of its step like any other, and for `HOLD_MS` the versions cannot rise. What did not come is given back.
 */
export interface RequestsAhead {
  /** How many to count beside those that wait. */
  wanted(limit: number, waiting: number): number;
  keep(key: string, stock: Omit<Stock, 'taken'>): void;
  /** Lets one in; undefined where the database has to be asked. */
  take(key: string, limit: number, versions: Versions): RateLimitDecision | undefined;
}

interface Stock {
  limit: number;
  versions: Versions;
  number: number;
  taken: number;
  /** Requests that are free in the window once all of them have come. */
  free: number;
  resetsAt: number;
  /** Where they stand in the window, epoch ms: they may come until then. */
  countedAt: number;
  /** By `performance.now()`, before the database was asked. */
  askedAt: number;
}

/** For one that waits: more would be given back, fewer would be asked for more often. */
const AHEAD_OF_EACH = 64;
/** A process holds this part of a limit at most, and nothing of a small one. */
const LARGEST_SHARE = 1 / 1000;

/** Whether another process may hold requests of a key with this limit. */
export function mayBeHeld(limit: number): boolean {
  return limit * LARGEST_SHARE >= 1;
}

export function createRequestsAhead(
  clock: Clock,
  giveBack: (key: string, countedAt: number, number: number) => Promise<void>,
): RequestsAhead {
  const stocks = new Map<string, Stock>();

  function end(key: string, stock: Stock): void {
    if (stocks.get(key) === stock) stocks.delete(key);
    const unused = stock.number - stock.taken;
    stock.taken = stock.number;
    // Where it fails they leave the window by themselves a minute later.
    if (unused > 0) void giveBack(key, stock.countedAt, unused).catch(() => undefined);
  }

  return {
    wanted: (limit, waiting) =>
      waiting < 2 ? 0 : Math.min(AHEAD_OF_EACH * waiting, Math.floor(limit * LARGEST_SHARE)),
    keep(key, kept) {
      const earlier = stocks.get(key);
      if (earlier !== undefined) end(key, earlier);
      const stock = { ...kept, taken: 0 };
      stocks.set(key, stock);
      setTimeout(() => end(key, stock), HOLD_MS).unref();
    },
    take(key, limit, versions) {
      const stock = stocks.get(key);
      if (stock === undefined || stock.limit !== limit || stock.taken === stock.number) return undefined;
      const now = clock.now();
      const isHeld = performance.now() < stock.askedAt + HOLD_MS;
      if (!isHeld || now > stock.countedAt || now >= stock.resetsAt) return undefined;
      const { data, credentials } = stock.versions;
      if (data !== versions.data || credentials !== versions.credentials) return undefined;
      stock.taken++;
      return {
        allowed: true,
        limit,
        remaining: stock.free + stock.number - stock.taken,
        resetsAt: stock.resetsAt,
      };
    },
  };
}
