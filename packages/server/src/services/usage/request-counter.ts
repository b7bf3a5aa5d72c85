import { DAY_MS } from '@lonja/forecasting';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import { type RequestUsage, addRequestUsage } from '../../store/request-usage.ts';
import type { Principal } from '../identity/principal.ts';

/** Counts requests by tenant, day and key. */
export interface RequestCounter {
  count(principal: Pick<Principal, 'tenantId' | 'keyId'>): void;
  /** Writes what was counted since the last time. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_MS = 5000;

/**
 * Counts in memory and writes sums every few seconds, so that counting costs a request nothing; what a killed process had
 * counted since then is lost.
 */
export function createRequestCounter(context: { db: Db; clock: Clock; logger: Logger }): RequestCounter {
  const { db, clock, logger } = context;
  let counts = new Map<string, RequestUsage>();

  async function flush(): Promise<void> {
    const counted = counts;
    counts = new Map();
    try {
      await addRequestUsage(db, [...counted.values()]);
    } catch (error) {
      logger.warn({ error }, 'requests could not be counted');
      for (const [name, usage] of counted) add(name, usage, usage.requests);
    }
  }

  function add(name: string, usage: Omit<RequestUsage, 'requests'>, requests: number): void {
    const earlier = counts.get(name);
    if (earlier === undefined) counts.set(name, { ...usage, requests });
    else earlier.requests += requests;
  }

  let startOfToday = 0;
  let nameOfToday = '1970-01-01';
  function today(now: number): string {
    if (now < startOfToday || now >= startOfToday + DAY_MS) {
      startOfToday = Math.floor(now / DAY_MS) * DAY_MS;
      nameOfToday = new Date(startOfToday).toISOString().slice(0, 10);
    }
    return nameOfToday;
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    count({ tenantId, keyId }) {
      const day = today(clock.now());
      add(`${tenantId} ${day} ${keyId}`, { tenantId, day, keyId }, 1);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
