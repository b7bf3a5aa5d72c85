import { DAY_MS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { type RequestUsage, addRequestUsage } from './usage.ts';
import type { Principal } from '../access/principal.ts';

/** Counts requests by tenant, day and key. */
export interface RequestCounter {
  count(principal: Pick<Principal, 'credentialId' | 'tenantId' | 'keyId'>): void;
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
  /** By credential: its id is at hand, a name for tenant, day and key would have to be made for each request. */
  let counts = new Map<string, RequestUsage>();
  let today = dayAt(clock.now());

  async function flush(): Promise<void> {
    const counted = sumByKey(counts.values());
    counts = new Map();
    try {
      await addRequestUsage(db, counted);
    } catch (error) {
      logger.warn({ error }, 'requests could not be counted');
      for (const usage of counted) counts.set(`${usage.tenantId} ${usage.day} ${usage.keyId}`, usage);
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    count({ credentialId, tenantId, keyId }) {
      const now = clock.now();
      if (now < today.from || now >= today.to) {
        today = dayAt(now);
        void flush();
      }
      const earlier = counts.get(credentialId);
      if (earlier === undefined) counts.set(credentialId, { tenantId, day: today.name, keyId, requests: 1 });
      else earlier.requests++;
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The UTC day of an instant, `[from, to)` in epoch ms. */
function dayAt(now: number): { from: number; to: number; name: string } {
  const from = Math.floor(now / DAY_MS) * DAY_MS;
  return { from, to: from + DAY_MS, name: new Date(from).toISOString().slice(0, 10) };
}

/** The sessions of a tenant count together. */
function sumByKey(usages: Iterable<RequestUsage>): RequestUsage[] {
  const sums = new Map<string, RequestUsage>();
  for (const usage of usages) {
    const name = `${usage.tenantId} ${usage.day} ${usage.keyId}`;
    const earlier = sums.get(name);
    if (earlier === undefined) sums.set(name, { ...usage });
    else earlier.requests += usage.requests;
  }
  return [...sums.values()];
}
