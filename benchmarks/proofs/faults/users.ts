import { setTimeout as sleep } from 'node:timers/promises';

const MOST_TRIES = 10;
const EVERY_MS = 100;
const PATIENCE_MS = 60_000;
const BATTERY = { kind: 'battery', capacity_mw: 1, energy_mwh: 2, efficiency: 0.9 };

/** What users of the API met. */
export interface Met {
  requests: number;
  /** Answers that were no success, by their status; `none` where there was no answer. */
  failures: Map<string, number>;
  /** The longest time without a success, ms. */
  outageMs: number;
  slowestMs: number;
  /** Names of the sites whose making was acknowledged. */
  acknowledged: Set<string>;
}

export interface Users {
  met: Met;
  /** When the last success was, ms of `performance.now()`. */
  lastSuccess(): number;
  stop(): Promise<Met>;
}

let generation = 0;

/** Reads the latest forecast and makes a site in turns, ten times a second, whether the answers come or not. */
export function startUsers({ baseUrl, key }: { baseUrl: string; key: string }): Users {
  const met: Met = { requests: 0, failures: new Map(), outageMs: 0, slowestMs: 0, acknowledged: new Set() };
  const prefix = `site ${++generation}`;
  let last = performance.now();
  const ask = async (n: number) => {
    const isWrite = n % 2 === 1;
    const name = `${prefix}-${n}`;
    const began = performance.now();
    met.requests++;
    const route = isWrite ? '/portfolio/sites' : '/forecasts/latest?market_id=es&product=da';
    const outcome = await fetch(baseUrl + route, {
      method: isWrite ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(isWrite && { 'content-type': 'application/json' }) },
      ...(isWrite && { body: JSON.stringify({ name, ...BATTERY }) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (reply) => (await reply.arrayBuffer(), String(reply.status)),
      () => 'none',
    );
    const now = performance.now();
    met.slowestMs = Math.max(met.slowestMs, now - began);
    if (!outcome.startsWith('2')) {
      met.failures.set(outcome, (met.failures.get(outcome) ?? 0) + 1);
      return;
    }
    met.outageMs = Math.max(met.outageMs, now - last);
    last = now;
    if (isWrite) met.acknowledged.add(name);
  };
  const end = new AbortController();
  const asking = (async () => {
    const asked: Promise<void>[] = [];
    for (let n = 0; !end.signal.aborted; n++) {
      asked.push(ask(n));
      await sleep(EVERY_MS, undefined, { signal: end.signal }).catch(() => undefined);
    }
    await Promise.all(asked);
  })();
  return {
    met,
    lastSuccess: () => last,
    async stop() {
      end.abort();
      await asking;
      return met;
    },
  };
}

/** How many acknowledged sites are not there. */
export async function countLost(
  { baseUrl, key }: { baseUrl: string; key: string },
  { acknowledged }: Met,
): Promise<number> {
  const stored = new Set<string>();
  for (let page = 1; ; page++) {
    const text = await readPatiently(`${baseUrl}/portfolio/sites?page_size=100&page=${page}`, key);
    const { items, total }: { items: { name: string }[]; total: number } = JSON.parse(text);
    for (const { name } of items) stored.add(name);
    if (items.length === 0 || stored.size >= total) break;
  }
  return [...acknowledged].filter((name) => !stored.has(name)).length;
}

/** Asks again, as a client should, where the service says that it is too busy just now. */
async function readPatiently(url: string, key: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await reply.text();
    if (reply.ok) return text;
    if (reply.status !== 503 || tries === MOST_TRIES) throw new Error(`${url}: ${reply.status} ${text}`);
    await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
  }
}

/** One line of what users met. */
export function describe({ requests, failures, outageMs, slowestMs }: Met, lost: number): string {
  const refused = [...failures].map(([status, count]) => `${count} times ${status}`).join(', ');
  return [
    `${requests} requests, ${refused === '' ? 'none failed' : `failed ${refused}`}`,
    `longest without a success ${(outageMs / 1000).toFixed(1)} s, slowest answer ${(slowestMs / 1000).toFixed(1)} s`,
    `${lost} acknowledged writes lost`,
  ].join('; ');
}
