import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '@lonja/client';
import type { Receiver } from '../../../packages/server/test/webhooks/receiver.ts';
import { differences, type Json } from '../../../packages/server/test/upgrade/differences.ts';
import { ask, fieldOf, textOf } from './ask.ts';
import { type Customer, inDatabase, signIn, totpCode } from './installation.ts';
import type { Place, Service } from './service.ts';

const CENT = 0.01;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DELIVERY_MS = 60_000;
const TOTP_STEP_MS = 30_000;
/** Every product, with the name of its auction on pages by market. */
export const MARKETS = { da: 'day-ahead', ida1: 'intraday-1', ida2: 'intraday-2', ida3: 'intraday-3' };

/** What is never changed once it is written; instants as numbers. */
const KEPT_ROWS = [
  `select feed.series, feed.source, extract(epoch from start_at), revision, value, extract(epoch from available_at)
    from observation join feed on feed.id = feed_id`,
  `select id, extract(epoch from at), actor_kind, actor_id, action, target_type, target_id, details::text from audit_entry`,
  `select id, type, extract(epoch from occurred_at), body::text from event`,
];

/** What an installation answered and held at an instant. */
export interface Recorded {
  /** By route and who asks. */
  answers: Map<string, { token: string; status: number; body: Json }>;
  /** Every observation, entry of the audit and event, one text each. */
  rows: ReadonlySet<string>;
  runs: number;
  scored: number;
}

/** Reads everything that a customer can read of these products as of now, and every row of `KEPT_ROWS`. */
export async function record(
  { baseUrl }: Service,
  place: Place,
  customer: Customer,
  products: readonly (keyof typeof MARKETS)[],
): Promise<Recorded> {
  const now = Date.now() + place.aheadMs;
  const answers: Recorded['answers'] = new Map();
  const read = async (token: string, route: string) => {
    const { status, body } = await ask(baseUrl, 'GET', route, { token });
    // An auction of which no day has been scored yet has no accuracy.
    if (status !== 200 && status !== 404) throw new Error(`GET ${route} was answered ${status}.`);
    answers.set(route, { token, status, body });
    return itemsOf(body);
  };
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
  const asOf = new Date(now).toISOString();
  let runs = 0;
  let scored = 0;
  for (const product of products) {
    const market = `market_id=es&product=${product}`;
    const list = await read(customer.key, `/forecasts/runs?${market}&as_of=${asOf}&page_size=100`);
    for (const run of list) await read(customer.key, `/forecasts/runs/${textOf(run, 'forecast_id')}`);
    runs += list.length;
    // As it was when the customer's first run had been issued, and as it is now.
    const then = textOf(list.at(-1) ?? null, 'issued_at');
    for (const at of [asOf, new Date(Date.parse(then) + HOUR_MS).toISOString()]) {
      await read(customer.key, `/forecasts/latest?${market}&as_of=${at}`);
    }
    const range = `market=${MARKETS[product]}&date_from=${day(-6)}&date_to=${day(-1)}`;
    await read(customer.key, `/market/prices?${range}&page_size=100`);
    const accuracy = `/metrics/accuracy?${range}`;
    await read(customer.key, accuracy);
    scored += Number(fieldOf(answers.get(accuracy)?.body ?? null, 'n_observations') ?? 0);
    await read(customer.key, `/metrics/model-performance?${range}`);
  }
  for (const route of [
    `/market/fundamentals?date=${day(-3)}`,
    '/events?page_size=100',
    '/webhooks',
    `/webhooks/${customer.webhookId}`,
    '/portfolio/sites',
  ]) {
    await read(customer.key, route);
  }
  for (const route of ['/settings', '/auth/users', '/auth/api-keys?page_size=100']) {
    await read(customer.adminToken, route);
  }
  for (const route of ['/auth/me', '/notifications/rules', '/support/tickets'])
    await read(customer.userToken, route);
  await read(customer.superadminToken, '/admin/tenants');
  return { answers, rows: await listRows(place), runs, scored };
}

/** Half a cent was rounded by the accident of its binary fraction once; since then an hour's price is exact, and may be a cent from what it was. */
function samenessOf(route: string): (before: Json, after: Json) => boolean {
  if (!/^\/(market\/prices|metrics\/)/.test(route)) return Object.is;
  return (before, after) =>
    typeof before === 'number' && typeof after === 'number'
      ? Math.abs(before - after) < CENT + CENT / 100
      : Object.is(before, after);
}

/** Asks the same again, and says what is not as it was. */
export async function compare(
  { baseUrl }: Service,
  place: Place,
  { answers, rows }: Recorded,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [route, { token, status, body }] of answers) {
    const again = await ask(baseUrl, 'GET', route, { token });
    if (status === 404) continue;
    if (again.status === 200) faults.push(...differences(body, again.body, route, samenessOf(route)));
    else faults.push(`${route}: answered ${again.status}`);
  }
  const there = await listRows(place);
  const lost = [...rows].filter((row) => !there.has(row));
  if (lost.length > 0) faults.push(`${lost.length} rows are lost or changed, among them ${lost[0]}`);
  return faults;
}

/** Uses every secret that the customer was given, and says which does not work. */
export async function useSecrets(
  service: Service,
  place: Place,
  { customer, receiver }: { customer: Customer; receiver: Receiver },
): Promise<string[]> {
  const { baseUrl } = service;
  const faults: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const isAnswered = async (token: string, route: string) => {
    const { status } = await ask(baseUrl, 'GET', route, { token });
    if (status !== 200) throw new Error(`answered ${status}`);
  };
  await attempt('API key', () => isAnswered(customer.key, '/markets'));
  await attempt('session', () => isAnswered(customer.adminToken, '/auth/me'));
  await attempt('password', () => signIn(baseUrl, customer.adminEmail, customer.adminPassword));
  const signInWith = (otp: string) => signIn(baseUrl, customer.userEmail, customer.userPassword, otp);
  await attempt('second factor', () =>
    // Each code counts once, so the one of now may have been used.
    signInWith(totpCode(customer.totpSecret, place)).catch(async () => {
      await sleep(TOTP_STEP_MS - ((Date.now() + place.aheadMs) % TOTP_STEP_MS) + 100);
      return signInWith(totpCode(customer.totpSecret, place));
    }),
  );
  await attempt('recovery code', () => signInWith(customer.recoveryCodes.shift() ?? ''));
  await attempt('webhook', () =>
    pingOf(service, { place, receiver, token: customer.key, id: customer.webhookId, path: '/desk' }).then(
      (ping) => verifyPing(ping, customer.webhookSecret),
    ),
  );
  return faults;
}

interface Ping {
  body: Buffer;
  signature: string;
  /** The service's time at which it came. */
  at: number;
}

/** Asks a service for a test delivery and waits for it. */
export async function pingOf(
  { baseUrl }: Service,
  request: { place: Place; receiver: Receiver; token: string; id: string; path: string },
): Promise<Ping> {
  const { place, receiver, token, id } = request;
  const { status, body } = await ask(baseUrl, 'POST', `/webhooks/${id}/test`, { token });
  if (status >= 300) throw new Error(`a test delivery is answered ${status}`);
  const delivery = textOf(body, 'delivery_id');
  const deadline = performance.now() + DELIVERY_MS;
  for (;;) {
    const found = receiver.received.find(({ headers }) => headers['svc-webhook-id'] === delivery);
    if (found !== undefined) {
      const signature = String(found.headers['svc-webhook-signature']);
      return { body: found.body, signature, at: signedAbout(signature, found.at, place) };
    }
    if (performance.now() > deadline) throw new Error(`delivery ${delivery} did not come to ${request.path}`);
    await sleep(50);
  }
}

/** When a delivery that came at `at` was signed: releases before 1.1.0 sign by the service's clock, later ones by the machine's. */
export function signedAbout(signature: string, at: number, { aheadMs }: Place): number {
  const signedAt = 1000 * Number(/^t=(\d+)/.exec(signature)?.[1]);
  return Math.abs(signedAt - at) < Math.abs(signedAt - at - aheadMs) ? at : at + aheadMs;
}

export async function verifyPing({ body, signature, at }: Ping, secret: string): Promise<void> {
  await verifyWebhook({ body: Uint8Array.from(body), signature, secret, now: at });
}

async function listRows(place: Place): Promise<ReadonlySet<string>> {
  return inDatabase(place, async (client) => {
    const rows = new Set<string>();
    for (const text of KEPT_ROWS) {
      const found = await client.query({ text, rowMode: 'array' });
      for (const row of found.rows) rows.add(row.map(String).join(' '));
    }
    return rows;
  });
}

function itemsOf(body: Json): Json[] {
  const items = fieldOf(body, 'items');
  return Array.isArray(items) ? items : [];
}
