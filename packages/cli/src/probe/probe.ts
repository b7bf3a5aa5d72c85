import { type Client, type ConnectionOptions, createClient, LonjaError } from '@lonja/client';
import {
  AUCTION_CALENDAR,
  type Auction,
  latestScheduledRun,
  MINUTE_MS,
  type Product,
  productOf,
  type Zone,
} from '@lonja/forecasting/market';
import { serviceFailure } from '../session/service-failure.ts';
import type { Api } from '../session/open-api.ts';

export type ProbeVerdict = 'ok' | 'warning' | 'fault';

/** One step of the way of a customer's request. */
export interface ProbeStep {
  name: 'connection' | 'key' | 'limit' | 'database' | 'forecast';
  verdict: ProbeVerdict;
  text: string;
  remedy: string | undefined;
  /** Of its request; 0 where it looks at an answer that is there already. */
  duration_ms: number;
}

export interface ProbeWish {
  marketId: Zone;
  product: Auction;
  /** For each request. */
  timeoutMs: number;
  /** A request that takes longer deserves a look. */
  slowMs: number;
}

type Finding = Omit<ProbeStep, 'name' | 'duration_ms'>;

/** A run may be so much later than its schedule. */
const LATE_AFTER_MS = 15 * MINUTE_MS;
const LIMIT_HEADER = 'x-ratelimit-limit';
const REMAINING_HEADER = 'x-ratelimit-remaining';

/**
 * Asks a service as a customer does, each request once: whether it answers, takes the key, counts, reads its database and has a forecast to
 * act on. Ends with the first step that fails: those after it rest on it.
 */
export async function probe(api: Api, wish: ProbeWish): Promise<ProbeStep[]> {
  const headers = new Headers();
  const client = createClient(watched(api.connection, headers, wish.timeoutMs));
  const steps: ProbeStep[] = [];
  let now = Date.now();
  const request: Record<'connection' | 'key' | 'database' | 'forecast', () => Promise<Finding>> = {
    async connection() {
      const health = await client.health.get();
      now = Date.parse(health.now);
      return ok(`Lonja ${health.version} at ${api.connection.baseUrl}`);
    },
    async key() {
      const { items } = await client.markets.list();
      return items.length === 0
        ? fault('the key is accepted and sees no market', 'see the subscription of its organisation')
        : ok(`accepted, sees ${items.map(({ market_id }) => market_id).join(', ')}`);
    },
    // Of events no answer is kept by a process: each is read from the database.
    async database() {
      const { total } = await client.events.list({ page_size: 1 });
      return ok(`read, ${total} events`);
    },
    async forecast() {
      const forecast = await client.forecasts.latest({ market_id: wish.marketId, product: wish.product });
      return judgeForecast(forecast, { product: productOf(wish.marketId, wish.product), now });
    },
  };
  for (const name of ['connection', 'key', 'database', 'forecast'] as const) {
    const step = await timed(name, request[name], api, wish);
    steps.push(step);
    if (step.verdict === 'fault') return steps;
    if (name === 'key') steps.push({ name: 'limit', duration_ms: 0, ...judgeLimit(headers) });
  }
  return steps;
}

export function verdictOfSteps(steps: readonly ProbeStep[]): ProbeVerdict {
  const verdicts = new Set(steps.map(({ verdict }) => verdict));
  return verdicts.has('fault') ? 'fault' : verdicts.has('warning') ? 'warning' : 'ok';
}

async function timed(
  name: ProbeStep['name'],
  work: () => Promise<Finding>,
  api: Api,
  { slowMs }: ProbeWish,
): Promise<ProbeStep> {
  const startedAt = performance.now();
  const finding = await work().catch((error: unknown) => {
    if (!(error instanceof LonjaError)) throw error;
    const code = error.status === 0 ? error.error : `${error.status} ${error.error}`;
    return fault(`${code}: ${serviceFailure(error, api, {}).message.replace(/\.$/, '')}`, undefined);
  });
  const duration_ms = Math.round(performance.now() - startedAt);
  const isSlow = finding.verdict === 'ok' && duration_ms > slowMs;
  return isSlow
    ? { name, duration_ms, ...warning(`${finding.text}; slower than ${slowMs} ms`, undefined) }
    : { name, duration_ms, ...finding };
}

function judgeLimit(headers: Headers): Finding {
  const [limit, remaining] = [LIMIT_HEADER, REMAINING_HEADER].map((name) => Number(headers.get(name) ?? NaN));
  if (Number.isNaN(limit) || Number.isNaN(remaining)) {
    return warning('the answer does not say how many requests are left', 'see whether a proxy drops headers');
  }
  const text = `${remaining} of ${limit} requests left in this minute`;
  return remaining < limit / 10
    ? warning(text, 'give the probe a key of its own: others use this one')
    : ok(text);
}

function judgeForecast(
  { issued_at, points }: Awaited<ReturnType<Client['forecasts']['latest']>>,
  { product, now }: { product: Product; now: number },
): Finding {
  const isWrong = points.some(({ value, p10, p90 }) => !(p10 <= value && value <= p90));
  if (isWrong) return fault(`that of ${issued_at} has a point outside its bounds`, 'report it');
  const ahead = points.filter(({ time }) => Date.parse(time) > now).length;
  const text = `${product} of ${issued_at}, ${points.length} points, ${ahead} of them to come`;
  const { scheduledFor } = latestScheduledRun(AUCTION_CALENDAR[product], now - LATE_AFTER_MS);
  if (Date.parse(issued_at) < scheduledFor) {
    return warning(
      `${text}; the run of ${new Date(scheduledFor).toISOString()} is not there`,
      'run "lonja doctor" where the service runs',
    );
  }
  return ok(text);
}

/** Each request is sent once, and the headers of the last answer are kept. */
function watched(connection: ConnectionOptions, headers: Headers, timeoutMs: number): ConnectionOptions {
  const send = connection.fetch ?? fetch;
  return {
    ...connection,
    retries: 0,
    timeoutMs,
    fetch: async (input, init) => {
      const response = await send(input, init);
      for (const name of [LIMIT_HEADER, REMAINING_HEADER]) {
        const value = response.headers.get(name);
        if (value === null) headers.delete(name);
        else headers.set(name, value);
      }
      return response;
    },
  };
}

function ok(text: string): Finding {
  return { verdict: 'ok', text, remedy: undefined };
}

function warning(text: string, remedy: string | undefined): Finding {
  return { verdict: 'warning', text, remedy };
}

function fault(text: string, remedy: string | undefined): Finding {
  return { verdict: 'fault', text, remedy };
}
