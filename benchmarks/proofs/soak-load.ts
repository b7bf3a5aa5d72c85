import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../packages/server/test/webhooks/receiver.ts';

const READERS = 4;
const READ_EVERY_MS = 300;
const WRITE_EVERY_MS = 1000;
const SIGN_IN_EVERY_MS = 10_000;
const MISTAKE_EVERY_MS = 2000;
const PATIENCE_MS = 30_000;
/** Of a writer's sites so many stay, the others are deleted again. */
const ONE_STAYS_OF = 40;
const DAY_MS = 86_400_000;

export interface Timed {
  /** When it came, ms of `performance.now()`. */
  at: number;
  ms: number;
}

/** What the load sent, and the answers. */
export interface Seen {
  answers: Timed[];
  requests: number;
  /** Answers that should not have been, by what they were, with their number. */
  failures: Map<string, number>;
  /** Answers 503, which are right while connections to the database are lost. */
  unavailable: number;
  /** Sites that were acknowledged and not deleted. */
  sites: Set<string>;
  /** Webhook deliveries that came, by their id. */
  delivered: Set<string>;
  /** How often a delivery came that had been taken before. */
  deliveredAgain: number;
  /** Events that came over streams. */
  streamed: number;
}

export function createSeen(): Seen {
  return {
    answers: [],
    requests: 0,
    failures: new Map(),
    unavailable: 0,
    sites: new Set(),
    delivered: new Set(),
    deliveredAgain: 0,
    streamed: 0,
  };
}

export interface LoadOptions {
  baseUrl: string;
  key: string;
  receiverUrl: string;
  user: { email: string; password: string };
  /** The service's own time, ms. */
  now: () => number;
  signal: AbortSignal;
  /** Whether the service loses connections to its database, so that some of its answers are 503. */
  losesConnections?: boolean;
}

/** Reads, writes, streams, signs in, receives webhooks and makes mistakes until the signal is aborted. */
export async function runLoad(seen: Seen, options: LoadOptions): Promise<void> {
  const { signal, receiverUrl } = options;
  const asked: Ask = (route, request = {}, expected = 200) =>
    ask(seen, options, { route, request, expected });
  await asked('/webhooks', json({ name: 'soak', url: receiverUrl, events: EVENTS }), 201);
  await asked('/webhooks', json({ name: 'gone', url: `${receiverUrl}/gone`, events: EVENTS }), 201);
  const repeat = async (everyMs: number, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !signal.aborted; n++) {
      await work(n);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all([
    ...Array.from({ length: READERS }, (_, reader) =>
      repeat(READ_EVERY_MS, (n) => {
        const routes = routesAt(options.now());
        return asked(routes[(n * READERS + reader) % routes.length]);
      }),
    ),
    repeat(WRITE_EVERY_MS, (n) => writeSite(seen, asked, n)),
    repeat(SIGN_IN_EVERY_MS, () => signIn(options, asked)),
    repeat(MISTAKE_EVERY_MS, (n) => makeMistake(asked, n)),
    follow(seen, options),
    follow(seen, options),
  ]);
}

const EVENTS = ['forecast.published', 'forecast.changed', 'prices.published'];

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}

/** Gives the body where the status is the expected one, 200 where none is named. */
type Ask = (route: string, request?: Request, expected?: number) => Promise<string | undefined>;

async function ask(
  seen: Seen,
  { baseUrl, key, losesConnections }: LoadOptions,
  { route, request, expected }: { route: string; request: Request; expected: number },
): Promise<string | undefined> {
  const from = performance.now();
  seen.requests++;
  const note = (failure: string) => seen.failures.set(failure, (seen.failures.get(failure) ?? 0) + 1);
  try {
    const headers = { authorization: `Bearer ${key}`, ...request.headers };
    const reply = await fetch(baseUrl + route, {
      ...request,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await reply.text();
    const at = performance.now();
    seen.answers.push({ at, ms: at - from });
    if (reply.status === expected) return text;
    if (losesConnections && reply.status === 503) {
      seen.unavailable++;
      return undefined;
    }
    note(
      `${request.method ?? 'GET'} ${route.split('?')[0].replaceAll(/[0-9a-f-]{36}/g, 'ID')}: ${reply.status}`,
    );
  } catch (error) {
    note(`${route.split('?')[0]}: ${error instanceof Error ? error.name : 'no answer'}`);
  }
  return undefined;
}

function json(body: object): Request {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function routesAt(now: number): string[] {
  const day = (offset: number) => new Date(now + offset * DAY_MS).toISOString().slice(0, 10);
  return [
    '/forecasts/latest?market_id=es&product=da',
    '/forecasts/latest?market_id=es&product=ida1&resolution=PT15M',
    `/market/prices?market=day-ahead&date_from=${day(-30)}&date_to=${day(0)}&page_size=1000`,
    '/forecasts/runs?product=da&page_size=50',
    `/market/fundamentals?date=${day(0)}`,
    `/statistics/accuracy?market=day-ahead&date_from=${day(-30)}&date_to=${day(0)}`,
    `/statistics/prices?market=day-ahead&date_from=${day(-300)}&date_to=${day(0)}&group_by=week&format=csv`,
    '/dashboard/summary',
    '/events?page_size=100',
    '/portfolio/sites?page_size=50',
    '/forecasts/latest?market_id=es&product=da&format=csv',
    '/support/status',
  ];
}

async function writeSite(seen: Seen, asked: Ask, n: number): Promise<void> {
  const battery = { kind: 'battery', capacity_mw: 1, energy_mwh: 2, efficiency: 0.9 };
  const made = await asked('/portfolio/sites', json({ name: `site ${n}`, ...battery }), 201);
  if (made === undefined) return;
  const { id }: { id: string } = JSON.parse(made);
  if (n % ONE_STAYS_OF === 0) seen.sites.add(id);
  else await asked(`/portfolio/sites/${id}`, { method: 'DELETE' }, 204);
}

async function signIn({ user }: LoadOptions, asked: Ask): Promise<void> {
  const form = new URLSearchParams({ username: user.email, password: user.password });
  const reply = await asked('/auth/token', { method: 'POST', body: form });
  if (reply === undefined) return;
  const { access_token: token }: { access_token: string } = JSON.parse(reply);
  const headers = { authorization: `Bearer ${token}` };
  await asked('/auth/me', { headers });
  await asked('/settings/audit?page_size=50', { headers });
}

async function makeMistake(asked: Ask, n: number): Promise<void> {
  const mistakes: (() => Promise<unknown>)[] = [
    () => asked('/no/such/route', {}, 404),
    () => asked('/markets', { headers: { authorization: 'Bearer svc_wrong' } }, 401),
    () => asked('/market/prices?market=day-ahead&date_from=lately&date_to=today', {}, 400),
    () =>
      asked(
        '/portfolio/sites',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
        400,
      ),
  ];
  await mistakes[n % mistakes.length]();
}

/** Follows the stream of events, and begins again where it ends. */
async function follow(seen: Seen, { baseUrl, key, signal }: LoadOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const reply = await fetch(`${baseUrl}/events/stream`, {
        headers: { authorization: `Bearer ${key}` },
        signal,
      });
      for await (const chunk of reply.body ?? []) {
        seen.streamed += new TextDecoder().decode(chunk).split('\nevent:').length - 1;
      }
    } catch {
      await sleep(1000, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Takes deliveries; one path refuses what comes a first time. */
export function takeDeliveries(seen: Seen): Answer {
  const refused = new Set<string>();
  return ({ path, headers }, response) => {
    const delivery = String(headers['svc-webhook-id']);
    if (path === '/gone' && !refused.has(delivery)) {
      refused.add(delivery);
      response.writeHead(503).end();
      return;
    }
    refused.delete(delivery);
    if (seen.delivered.has(delivery)) seen.deliveredAgain++;
    seen.delivered.add(delivery);
    response.writeHead(204).end();
  };
}
