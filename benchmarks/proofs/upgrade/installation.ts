import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP, Secret } from 'otpauth';
import pg from 'pg';
import { mailedLink } from '../../../e2e/journeys/mail.ts';
import type { Receiver } from '../../../packages/server/test/webhooks/receiver.ts';
import { ask, must, textOf } from './ask.ts';
import { type Program } from './releases.ts';
import { databaseOf, type Place, type Service, start, stop } from './service.ts';

const DAY_MS = 86_400_000;
/** So long before it is filled an installation is started: a day that its first run covers has been scored since. */
const EARLIER_MS = 3 * DAY_MS;
const SETTLE_MS = 120_000;

/** What a customer of an installation has, and the secrets that were shown once. */
export interface Customer {
  key: string;
  adminEmail: string;
  adminPassword: string;
  /** Session of the admin, given by the old release. */
  adminToken: string;
  superadminToken: string;
  userEmail: string;
  userPassword: string;
  userToken: string;
  totpSecret: string;
  /** Each is good for one sign-in. */
  recoveryCodes: string[];
  webhookId: string;
  webhookSecret: string;
}

/**
 * Starts a release for the first time days ago, corrects a price, starts it again at the time of `place`, and fills it by its API. So
 * it has runs whose days have been scored, and all that a customer has. It goes on running.
 */
export async function createInstallation(
  program: Program,
  place: Place,
  receiver: Receiver,
): Promise<{ service: Service; customer: Customer }> {
  const earlier = { ...place, aheadMs: place.aheadMs - EARLIER_MS };
  const before = await start(program, earlier);
  await untilSettled(earlier, new Date(0));
  await correctPrice(earlier);
  await stop(before);
  const startedAt = new Date();
  const service = await start(program, place);
  await untilSettled(place, startedAt);
  return { service, customer: await fill(service, place, receiver) };
}

/** A further revision of a past price, as a source gives that corrects itself. */
async function correctPrice(place: Place): Promise<void> {
  await inDatabase(place, async (client) => {
    const { rowCount } = await client.query(
      `insert into observation (feed_id, start_at, revision, value, available_at)
        select feed_id, start_at, revision + 1, value + 1.5, $1 from observation
        where feed_id in (select id from feed where series = 'price.da') and start_at < $2
        order by start_at desc, revision desc limit 1`,
      [new Date(Date.now() + place.aheadMs), new Date(Date.now() + place.aheadMs - 2 * DAY_MS)],
    );
    if (rowCount !== 1) throw new Error('There is no price to correct.');
  });
}

/** Waits until runs of all products have been written since an instant and nothing is queued. */
async function untilSettled(place: Place, since: Date): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  await inDatabase(place, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `select (select count(distinct product)::int from forecast_run where created_at >= $1) as products,
          (select count(*)::int from pgboss.job where state < 'completed') as jobs`,
        [since],
      );
      if (rows[0].products === 4 && rows[0].jobs === 0) return;
      if (performance.now() > deadline) throw new Error('The service did not come to rest in time.');
      await sleep(500);
    }
  });
}

/** Users, a second factor, keys, webhooks, rules, sites and a ticket, by the API. */
async function fill({ baseUrl }: Service, place: Place, receiver: Receiver): Promise<Customer> {
  const first = JSON.parse(await readFile(path.join(place.dataDir, 'first-run.json'), 'utf8'));
  const post = (route: string, token: string | undefined, body: object) =>
    must(baseUrl, 'POST', route, { token, body });
  const superadminToken = await signIn(baseUrl, first.superadmin_email, first.superadmin_password);
  const adminToken = await signIn(baseUrl, first.admin_email, first.admin_password);
  const tenantId = textOf(await must(baseUrl, 'GET', '/settings', { token: adminToken }), 'id');
  await must(baseUrl, 'PUT', `/admin/limits/tenants/${tenantId}`, {
    token: superadminToken,
    body: { requests_per_minute: 60_000 },
  });
  await must(baseUrl, 'PATCH', '/settings', { token: adminToken, body: { time_zone: 'Atlantic/Canary' } });
  const key = textOf(
    await post('/auth/api-keys', adminToken, { label: 'Spreadsheet', role: 'admin' }),
    'key',
  );

  const userEmail = 'trader@example.com';
  const userPassword = randomBytes(12).toString('hex');
  await post('/auth/invitations', adminToken, { email: userEmail, role: 'trader' });
  const link = new URL(await mailedLink(place.dataDir, userEmail), baseUrl);
  const accepted = await post('/auth/invitations/accept', undefined, {
    token: link.searchParams.get('token'),
    password: userPassword,
    full_name: 'Trader',
  });
  const userToken = textOf(accepted, 'access_token');
  const offer = await post('/auth/totp/enrol', userToken, { password: userPassword });
  const totpSecret = textOf(offer, 'secret');
  const confirmed = await post('/auth/totp/confirm', userToken, { otp: totpCode(totpSecret, place) });

  const webhook = await post('/webhooks', key, {
    name: 'Desk',
    url: `${receiver.url}/desk`,
    events: ['forecast.published', 'prices.published'],
  });
  await post('/notifications/rules', userToken, {
    name: 'Dear',
    kind: 'price_above',
    product: 'da',
    threshold: 150.25,
  });
  await post('/portfolio/sites', key, { name: 'Wind', kind: 'wind', capacity_mw: 30 });
  await post('/portfolio/sites', key, {
    name: 'Battery',
    kind: 'battery',
    capacity_mw: 10,
    energy_mwh: 20,
    efficiency: 0.9,
  });
  await post('/support/tickets', userToken, { subject: 'Events', message: 'None came.' });
  return {
    key,
    adminEmail: first.admin_email,
    adminPassword: first.admin_password,
    adminToken,
    superadminToken,
    userEmail,
    userPassword,
    userToken,
    totpSecret,
    recoveryCodes: [confirmed['recovery_codes'] ?? []].flat().map(String),
    webhookId: textOf(webhook, 'id'),
    webhookSecret: textOf(webhook, 'secret'),
  };
}

export function totpCode(secret: string, { aheadMs }: Place): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs });
}

/** Signs in and gives the token of the session. */
export async function signIn(
  baseUrl: string,
  username: string,
  password: string,
  otp?: string,
): Promise<string> {
  const form = { username, password, ...(otp !== undefined && { otp }) };
  const { status, body } = await ask(baseUrl, 'POST', '/auth/token', { form });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
  return textOf(body, 'access_token');
}

export async function inDatabase<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await databaseOf(place) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
