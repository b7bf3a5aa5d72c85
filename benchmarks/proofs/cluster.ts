import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createApiKey, createTenant } from '../../packages/server/src/people/access/create-identities.ts';
import { type Db, openDatabase } from '../../packages/server/src/ground/database/database.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { startPgbouncer } from '../../packages/server/test/pgbouncer.ts';
import { type Answer, startReceiver } from '../../packages/server/test/webhooks/receiver.ts';
import { commitName } from '../accuracy/commit-name.ts';
import { killMember, type Member, startMember } from './cluster-members.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { createHistory, type Fate, mostInWindow } from './history.ts';
import { type Promised, report, say } from './report.ts';
import { untilDelivered, untilReady } from './until-ready.ts';

/**
 * Proves that an installation of several processes keeps its promises while they are killed: `npm run proof:cluster`, with `--minutes N` (10).
 * Three API and three worker processes on Debian's PostgreSQL behind PgBouncer, with a replica for reading; one is killed every few
 * seconds and started again. Ends with 1 where a promise was broken, and writes the table to `cluster.md`. Where it fails, the logs of the
 * processes stay in the temporary folder that it names.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const MINUTES = Number(values.minutes);
const PER_ROLE = 3;
const KILL_EVERY_MS = 5000;
const TENANTS = 4;
const WINDOW_MS = 60_000;
const LIMIT = 60;

/** Every process has the machine's clock. */
const clock = { now: () => Date.now() };
const history = createHistory();
await using parts = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-cluster-'));
parts.defer(async () => {
  if (process.exitCode === 0) await rm(dataDir, { recursive: true });
});
process.exitCode = 1;
const postgres = await startDebianPostgres();
parts.defer(() => postgres.stop());
const pooler = await startPgbouncer(postgres.url);
parts.defer(() => pooler.stop());
const environment = {
  DATABASE_URL: pooler.url,
  DATABASE_DIRECT_URL: postgres.url,
  DATABASE_REPLICA_URL: postgres.replicaUrl,
  DATABASE_CONNECTIONS: '6',
  DATA_DIR: dataDir,
  SOURCES: 'simulator',
  SESSION_SECRET: randomBytes(32).toString('base64url'),
  SEALING_KEYS: randomBytes(32).toString('base64url'),
  ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
  PUBLIC_URL: 'http://127.0.0.1',
  STOP_NOTICE_S: '0',
};

const members: Member[] = [];
parts.defer(async () => {
  for (const member of members) await killMember(member);
});
say(`starting the processes, whose logs are in ${dataDir}`);
for (const role of ['worker', 'api'] as const) {
  for (let i = 1; i <= PER_ROLE; i++) {
    members.push(startMember({ name: `${role} ${i}`, role, port: await freePort() }, environment));
  }
}
const apis = members.filter(({ role }) => role === 'api').map(({ port }) => port);
await untilReady(apis);
const db = openDatabase(postgres.url, { maxConnections: 4 });
parts.defer(() => db.destroy());
const receiver = await startReceiver(takeDeliveries());
parts.defer(() => receiver.close());

say(`load for ${MINUTES} minutes, a process killed every ${KILL_EVERY_MS / 1000} s`);
const end = new AbortController();
const tenants = await Promise.all(
  Array.from({ length: TENANTS }, (_, i) => createCustomer(db, `tenant${i}`)),
);
for (const tenant of tenants) await registerEndpoint(tenant);
const work = [
  killOneAfterAnother(end.signal),
  ...tenants.flatMap((tenant) => [
    write(tenant, end.signal),
    read(tenant, end.signal),
    press(tenant, end.signal),
    press(tenant, end.signal),
  ]),
];
await sleep(MINUTES * 60_000);
end.abort();
await Promise.all(work);
say('letting everything settle');
await untilReady(apis);
await untilDelivered(db);
const promises = await check(db);
await report(promises, {
  file: new URL('cluster.md', import.meta.url),
  intro: `# Several processes under fire

\`npm run proof:cluster\`, commit ${commitName()}: ${PER_ROLE} API and ${PER_ROLE} worker processes on Debian's PostgreSQL ${postgres.version}
behind PgBouncer (transaction mode), the market read from a streaming replica; ${MINUTES} minutes on two cores with the simulator and
small models. ${history.kills} times a process was killed (SIGKILL) and started again.
`,
});

interface Customer {
  name: string;
  tenantId: string;
  /** May write, with a limit that nobody reaches. */
  key: string;
  /** Has the usual limit. */
  limitedKey: string;
}

async function createCustomer(database: Db, name: string): Promise<Customer> {
  const context = { db: database, clock };
  const tenantId = await createTenant(context, { name });
  const make = async (label: string, requestsPerMinute: number) =>
    (await createApiKey(context, { tenantId, label, role: 'admin', requestsPerMinute })).key;
  history.writes.set(name, new Map());
  history.admitted.set(name, []);
  return { name, tenantId, key: await make('writes', 100_000), limitedKey: await make('reads', LIMIT) };
}

/** Asks a process chosen at random; undefined where it did not answer. */
async function ask(key: string, method: string, route: string, body?: object) {
  const port = apis[Math.floor(Math.random() * apis.length)];
  const sent = performance.now();
  history.requests++;
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    if (reply.status >= 500) note(`answer ${reply.status}`);
    return { status: reply.status, text, sent, answered: performance.now() };
  } catch {
    note('no answer');
    return undefined;
  }
}

function note(failure: string): void {
  history.failures.set(failure, (history.failures.get(failure) ?? 0) + 1);
}

/** Writes sites and deletes every other one, and keeps the answers. */
async function write({ name, key }: Customer, signal: AbortSignal): Promise<void> {
  const fates = history.writes.get(name) ?? new Map<string, Fate>();
  for (let n = 0; !signal.aborted; n++) {
    const site = `${name}-${n}`;
    const made = await ask(key, 'POST', '/portfolio/sites', {
      name: site,
      kind: 'battery',
      capacity_mw: 1,
      energy_mwh: 2,
      efficiency: 0.9,
    });
    if (made?.status === 201) fates.set(site, 'written');
    else if (made === undefined || made.status >= 500) fates.set(site, 'unknown');
    else note(`a site was refused with ${made.status}`);
    if (made?.status === 201 && n % 40 !== 0) {
      const { id } = JSON.parse(made.text);
      const gone = await ask(key, 'DELETE', `/portfolio/sites/${id}`);
      fates.set(site, gone?.status === 204 ? 'deleted' : 'unknown');
    }
    await sleep(300);
  }
}

/** Reads what is its own and what is everybody's. */
async function read({ name, key }: Customer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const sites = await ask(key, 'GET', '/portfolio/sites?page_size=100');
    if (sites?.status === 200) {
      for (const [other] of sites.text.matchAll(/tenant\d+(?=-)/g)) {
        if (other !== name) history.foreign.push(`${name} was shown a site of ${other}`);
      }
    }
    const latest = await ask(key, 'GET', '/forecasts/latest?market_id=es&product=da');
    if (latest?.status === 404) history.foreign.push(`${name} got the answer that there is no forecast`);
    await sleep(200);
  }
}

/** Asks for more than its limit. */
async function press({ name, limitedKey }: Customer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const reply = await ask(limitedKey, 'GET', '/markets');
    if (reply?.status === 200) history.admitted.get(name)?.push(reply);
    await sleep(250);
  }
}

async function killOneAfterAnother(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(KILL_EVERY_MS, undefined, { signal }).catch(() => undefined);
    const victim = members[Math.floor(Math.random() * members.length)];
    await killMember(victim);
    history.kills++;
    victim.child = startMember(victim, environment).child;
  }
}

async function registerEndpoint({ name, key }: Customer): Promise<void> {
  history.received.set(name, new Map());
  const body = { name, url: `${receiver.url}/${name}`, events: ['forecast.published', 'prices.published'] };
  for (;;) {
    const reply = await ask(key, 'POST', '/webhooks', body);
    if (reply?.status === 201) return;
    if (reply !== undefined && reply.status < 500)
      throw new Error(`No endpoint: ${reply.status} ${reply.text}`);
    await sleep(500);
  }
}

/** Takes every delivery, a fifth of them only at a second try. */
function takeDeliveries(): Answer {
  const refused = new Set<string>();
  return ({ path: route, headers, body }, response) => {
    const delivery = String(headers['svc-webhook-id']);
    if (Math.random() < 0.2 && !refused.has(delivery)) {
      refused.add(delivery);
      response.writeHead(503).end();
      return;
    }
    const ofTenant = history.received.get(route.slice(1)) ?? new Map<string, Set<string>>();
    const bodies = ofTenant.get(delivery) ?? new Set();
    ofTenant.set(delivery, bodies.add(createHash('sha256').update(body).digest('hex')));
    response.writeHead(204).end();
  };
}

async function check(database: Db): Promise<Promised[]> {
  const stored = await database
    .selectFrom('site')
    .innerJoin('tenant', 'tenant.id', 'site.tenant_id')
    .select(['site.name', 'tenant.name as tenant'])
    .execute();
  const isThere = new Set(stored.map(({ name, tenant }) => `${tenant} ${name}`));
  const fates = [...history.writes].flatMap(([tenant, sites]) =>
    [...sites].map(([site, fate]) => ({ key: `${tenant} ${site}`, fate })),
  );
  const lost = fates.filter(
    ({ key, fate }) => (fate === 'written' && !isThere.has(key)) || (fate === 'deleted' && isThere.has(key)),
  );
  const acknowledged = fates.filter(({ fate }) => fate !== 'unknown').length;
  const runs = await database.selectFrom('forecast_run').select(['product', 'scheduled_for']).execute();
  const schedules = new Set(
    runs.map(({ product, scheduled_for }) => `${product} ${scheduled_for.toISOString()}`),
  );
  const most = Math.max(
    ...[...history.admitted.values()].map((admitted) => mostInWindow(admitted, WINDOW_MS)),
  );
  const admitted = [...history.admitted.values()].reduce((sum, { length }) => sum + length, 0);
  const deliveries = await sql<{ tenant: string; delivery: string }>`
    select tenant.name as tenant, webhook_delivery.id as delivery from webhook_delivery join tenant on tenant.id = tenant_id`.execute(
    database,
  );
  const undelivered = deliveries.rows.filter(
    ({ tenant, delivery }) => history.received.get(tenant)?.has(delivery) !== true,
  );
  const events = await sql<{ count: string }>`
    select count(*) as count from event cross join webhook_endpoint as endpoint
    where event.type = any(endpoint.events) and event.occurred_at > endpoint.created_at`.execute(database);
  const changed = [...history.received.values()]
    .flatMap((ofTenant) => [...ofTenant.values()])
    .filter(({ size }) => size > 1);
  const failures = [...history.failures].map(([failure, count]) => `${failure}: ${count}`).join(', ');
  return [
    {
      promise: 'no acknowledged write is lost, none undone',
      seen: `${acknowledged} writes and deletions, ${lost.length} lost`,
      holds: acknowledged > 0 && lost.length === 0,
    },
    {
      promise: 'each scheduled run is published once',
      seen: `${runs.length} runs of ${schedules.size} schedules`,
      holds: runs.length >= 4 && runs.length === schedules.size,
    },
    {
      promise: 'each event is delivered at least once, under one id and with one body',
      seen: `${deliveries.rows.length} deliveries of ${events.rows[0].count} wanted, ${undelivered.length} did not come, ${changed.length} changed`,
      holds:
        deliveries.rows.length > 0 &&
        deliveries.rows.length >= Number(events.rows[0].count) &&
        undelivered.length + changed.length === 0,
    },
    {
      promise: `no key has more than ${LIMIT} requests in any 60 s`,
      seen: `at most ${most}, ${admitted} let in`,
      holds: most > 0 && most <= LIMIT,
    },
    {
      promise: 'no answer holds anything of another tenant, or forgets a forecast',
      seen: `${history.requests} requests, ${history.foreign.length} such answers`,
      holds: history.foreign.length === 0,
    },
    { promise: 'what users saw of it', seen: failures === '' ? 'nothing' : failures, holds: true },
  ];
}
