/**
 * Measures the delivery of webhooks: one published run goes to many endpoints, the service's worker against a bare loop of undici
 * that posts the same signed bodies to the same receiver, in turns. Sender, receiver and database share the machine.
 * Run: node benchmarks/speed/webhooks.ts > benchmarks/speed/webhooks.md
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, type } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayRange, deliveryPeriods } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Agent } from 'undici';
import { startDeliveryWorker } from '../../packages/server/src/outbound/webhooks/delivery-worker.ts';
import { SEALING_KEY_BYTES, createSealer } from '../../packages/server/src/ground/secrets/sealing.ts';
import {
  generateWebhookSecret,
  sealingPurpose,
  signatureHeader,
} from '../../packages/server/src/outbound/webhooks/sign.ts';
import { type Db, openDatabase } from '../../packages/server/src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/ground/embedded-postgres/start-embedded-postgres.ts';
import { OUTBOX_CHANNEL } from '../../packages/server/src/outbound/events/append-event.ts';
import { publishRun } from '../../packages/server/src/forecasts/runs/publish-run.ts';
import { listenTo } from '../../packages/server/src/ground/database/listen.ts';
import { migrate } from '../../packages/server/src/ground/database/migrate.ts';
import { registerModels } from '../../packages/server/src/forecasts/runs/model-versions.ts';
import { processSeconds, readProcessTicks } from './process-time.ts';
import { createEventContents } from '../../packages/server/src/forecasts/runs/run-events.ts';

const TENANTS = 1000;
const ENDPOINTS = 10_000;
const FEW_ENDPOINTS = 1000;
/** Before the first round that counts, so that both sides are compiled. */
const WARM_UPS = 8;
const ROUNDS = 31;
const PAIRS = 60;
/** Of 60 pairs, the 22nd smallest and the 22nd largest slow-down hold the median between them at 97.3 %. */
const TRIMMED = 21;
const PARALLEL_POSTS = 384;
/** Most time of an attempt, much longer than a round takes and shorter than the service's, so that more pairs can be measured. */
const TIMEOUT_MS = 3000;
/** After so long an attempt to a dead endpoint is over and written. */
const ATTEMPT_MS = 3600;
const DEAD_SHARE = 0.01;
const FIRST_DAY = '2026-03-31';

/** What stands under the tables: it is looked at again when they change. */
const NOTE = `## The goal, and what was found

80 % of the rate of the bare loop is not reached. The bare loop is given its signatures and writes nothing, so what a delivery has to do
besides counts against the service. Of the processor time of a delivery on a busy machine, 52 % is the sender's, 25 % the receiver's and 23 %
PostgreSQL's, which claims and writes results in statements of up to 8,192 and 4,000 rows; the bare loop takes 57 % of it. Of the sender's, about
half is undici's, as in the loop; 13 % is HMAC-SHA256 over 11 kB for each secret, which nothing shares; 7 % are attempt, lane and deadline.

With 80 % as the goal, a delivery may take a quarter more than a post. The signature alone is an eighth of a post and PostgreSQL's part
two fifths, on the two cores that all of them share: it is out of reach here without writing less of each delivery than is promised. Tried:
an HMAC made of two one-shot hashes (2 to 6 % less than Node's, not worth code of our own).`;

/** Until the last request has arrived. */
interface Spent {
  lastS: number;
  cpuS: number;
}

interface Endpoint {
  id: string;
  tenantId: string;
  secret: string;
  path: string;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-webhooks-'));
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = openDatabase(server.databaseUrl, { maxConnections: 5 });
await migrate(db);
const sealer = createSealer([randomBytes(SEALING_KEY_BYTES)]);
const receiver = fork(new URL('webhook-receiver.ts', import.meta.url));
const [{ port }] = await once(receiver, 'message');
const origin = `http://127.0.0.1:${port}`;
const tenants = await insertTenants();
const postmaster = Number(
  (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
);

const machine = { now: () => Date.now() };
const worker = startDeliveryWorker(
  {
    db,
    findContents: createEventContents(db),
    clock: machine,
    wallClock: machine,
    logger: pino({ level: 'error' }),
    sealer,
    resolve: async () => [],
    allowPrivateTargets: true,
  },
  { timeoutMs: TIMEOUT_MS },
);
const listening = listenTo(server.databaseUrl, OUTBOX_CHANNEL, () => worker.wake());
let runs = 0;

const many = await measureThroughput(await replaceEndpoints(ENDPOINTS));
const few = await measureLatency(await replaceEndpoints(FEW_ENDPOINTS));
const dead = await measureDeadEndpoints();
console.log(report().join('\n'));

await listening.stop();
receiver.disconnect();
await worker.stop();
await db.destroy();
await server.stop();
await rm(dataDir, { recursive: true, force: true });

/**
 * Seconds from the commit to the arrival of the last request, of the service and of the bare loop, in turns, and the processor time that
 * sender, receiver and PostgreSQL used in them.
 */
async function measureThroughput(endpoints: Endpoint[]) {
  const rounds: { service: Spent; bare: Spent }[] = [];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    const service = await deliver(endpoints.length);
    rounds.push({ service, bare: await postBare(endpoints) });
  }
  return rounds.slice(WARM_UPS);
}

/** Milliseconds from the commit to the arrival of each request, sorted. */
async function measureLatency(endpoints: Endpoint[]): Promise<number[]> {
  await deliver(endpoints.length);
  const { latenciesMs } = await deliver(endpoints.length);
  return latenciesMs.sort((a, b) => a - b);
}

/**
 * Seconds until every endpoint that answers has its event, in pairs without and with endpoints that do not; which of the two comes
 * first alternates.
 */
async function measureDeadEndpoints() {
  const endpoints = await replaceEndpoints(ENDPOINTS);
  const dead = endpoints.slice(0, ENDPOINTS * DEAD_SHARE);
  const without = async () => (await deliver(ENDPOINTS)).lastS;
  const withDead = async () => {
    await setTargets(dead, 'dead');
    const { lastS } = await deliver(ENDPOINTS - dead.length);
    await sleep(ATTEMPT_MS);
    await setTargets(dead, 'live');
    return lastS;
  };
  await without();
  const pairs: { withoutS: number; withS: number }[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    if (pair % 2 === 0) {
      const withoutS = await without();
      pairs.push({ withoutS, withS: await withDead() });
    } else {
      const withS = await withDead();
      pairs.push({ withoutS: await without(), withS });
    }
  }
  return pairs;
}

/** Lets endpoints answer or not, as if they had never failed and nothing waited for them. */
async function setTargets(endpoints: Endpoint[], kind: 'live' | 'dead'): Promise<void> {
  const ids = endpoints.map(({ id }) => id);
  await sql`delete from webhook_queue where endpoint_id = any (${ids}::uuid[])`.execute(db);
  await sql`
    update webhook_endpoint set url = ${`${origin}/${kind}/`} || id, failing_since = null
    where id = any (${ids}::uuid[])`.execute(db);
}

/** Publishes a run and waits until so many requests have arrived. */
async function deliver(count: number): Promise<Spent & { latenciesMs: number[] }> {
  await arrivals(receiver, 0);
  const issuedAt = Date.now();
  await publishRun(db, await makeRun(issuedAt), issuedAt);
  const committedAt = performance.timeOrigin + performance.now();
  const before = readTicks();
  const seen = await arrivals(receiver, count);
  const cpuS = processSeconds(before, readTicks());
  await settle();
  console.error(`${count} endpoints had their event`);
  const latenciesMs = seen.map((at) => at - committedAt);
  return { lastS: Math.max(...latenciesMs) / 1000, cpuS, latenciesMs };
}

/** Of this process, which sends, the receiver and PostgreSQL. */
function readTicks() {
  return readProcessTicks([process.pid, postmaster]);
}

/** Waits until the results of all attempts but those to dead endpoints are written. */
async function settle(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: string }>`
      select count(*) as left from webhook_queue as queue
      join webhook_endpoint as endpoint on endpoint.id = queue.endpoint_id
      where endpoint.url not like '%/dead/%'`.execute(db);
    if (rows[0]?.left === '0') return;
    await sleep(50);
  }
}

/** The same body to the same endpoints, signed beforehand, by nothing but undici. */
async function postBare(endpoints: Endpoint[]): Promise<Spent> {
  const { body } = await db
    .selectFrom('event')
    .select('body')
    .where('type', '=', 'forecast.published')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const bytes = Buffer.from(body);
  const unixSeconds = Math.floor(Date.now() / 1000);
  const requests = endpoints.map(({ path: target, secret }) => ({
    origin,
    path: target,
    method: 'POST' as const,
    body: bytes,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Lonja-Webhooks/1',
      'svc-webhook-id': randomUUID(),
      'svc-webhook-event': 'forecast.published',
      'svc-webhook-signature': signatureHeader({ keys: [secret], body: bytes, unixSeconds }),
    },
  }));
  const agent = new Agent({ connections: 128 });
  const before = readTicks();
  const startedAt = performance.now();
  const next = requests.values();
  await Promise.all(
    Array.from({ length: PARALLEL_POSTS }, async () => {
      for (const request of next) await (await agent.request(request)).body.dump();
    }),
  );
  const lastS = (performance.now() - startedAt) / 1000;
  const cpuS = processSeconds(before, readTicks());
  await agent.close();
  return { lastS, cpuS };
}

/** When each request since the last call arrived, once there are so many. */
async function arrivals(child: ChildProcess, count: number): Promise<number[]> {
  const answered = once(child, 'message');
  child.send(count);
  const [{ arrivals: seen }] = await answered;
  return seen;
}

async function insertTenants(): Promise<string[]> {
  const ids = Array.from({ length: TENANTS }, () => randomUUID());
  await sql`insert into tenant (id, name) select unnest(${ids}::uuid[]), 'Tenant'`.execute(db);
  return ids;
}

/** Endpoints for one event, spread over the tenants. */
async function replaceEndpoints(count: number): Promise<Endpoint[]> {
  await sql`delete from webhook_endpoint`.execute(db);
  const endpoints = Array.from({ length: count }, (_, i): Endpoint => {
    const id = randomUUID();
    return {
      id,
      tenantId: tenants[i % TENANTS],
      secret: generateWebhookSecret(),
      path: `/live/${id}`,
    };
  });
  await insertEndpoints(db, endpoints);
  await sql`vacuum analyze webhook_endpoint, webhook_delivery, webhook_queue`.execute(db);
  return endpoints;
}

async function insertEndpoints(store: Db, endpoints: Endpoint[]): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
    select id, tenant_id, 'Endpoint', url, '{forecast.published}', 'active', secret, now(), now()
    from unnest(
      ${endpoints.map(({ id }) => id)}::uuid[],
      ${endpoints.map(({ tenantId }) => tenantId)}::uuid[],
      ${endpoints.map(({ path: target }) => `${origin}${target}`)}::text[],
      ${endpoints.map(({ id, secret }) => sealer.seal(secret, sealingPurpose(id)))}::bytea[]
    ) as endpoint (id, tenant_id, url, secret)`.execute(store);
}

/** A run of seven days whose prices make a body of the usual size. */
async function makeRun(issuedAt: number) {
  const lastDay = addDays(FIRST_DAY, 6);
  const hours = dayRange(FIRST_DAY, lastDay)
    .flatMap((day) => deliveryPeriods(day, 'PT1H'))
    .map(({ start }, i) => ({ start, value: 50.25 + (i % 24), p10: 40.13, p90: 90.87 }));
  const { champion } = await registerModels(db, { product: 'da', manifests: [{}], now: issuedAt });
  return {
    product: 'da' as const,
    dataOrigin: 'market' as const,
    modelVersionId: champion.id,
    issuedAt,
    scheduledFor: issuedAt + runs++,
    dataAsOf: issuedAt,
    knownUntil: issuedAt,
    firstDay: FIRST_DAY,
    lastDay,
    degraded: [],
    calibratedOn: [],
    hours,
    quarters: [],
  };
}

function report(): string[] {
  const rate = (seconds: number) => Math.round(ENDPOINTS / seconds);
  const quantile = (share: number) => Math.round(few[Math.ceil(share * few.length) - 1] ?? Number.NaN);
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
  const middle = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
  const ratio = middle(many.map(({ service, bare }) => bare.lastS / service.lastS));
  const cpuRatio = middle(many.map(({ service, bare }) => bare.cpuS / service.cpuS));
  const cpuUs = (seconds: number) => Math.round((1e6 * seconds) / ENDPOINTS);
  const slowdowns = sorted(dead.map(({ withoutS, withS }) => withS / withoutS - 1));
  const slowdown = ((slowdowns[PAIRS / 2 - 1] ?? Number.NaN) + (slowdowns[PAIRS / 2] ?? Number.NaN)) / 2;
  const [least, most] = [slowdowns[TRIMMED], slowdowns[PAIRS - 1 - TRIMMED]];
  const percent = (share = Number.NaN) => `${(100 * share).toFixed(1)} %`;
  return [
    '# Speed of webhooks',
    '',
    'Regenerate: `node benchmarks/speed/webhooks.ts > benchmarks/speed/webhooks.md`.',
    '',
    `- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}; sender, receiver and PostgreSQL share it`,
    `- load average at the end: ${loadavg()[0].toFixed(1)}; versions: Node ${process.versions.node}, undici 8.12.4`,
    `- one run of seven days, published to ${ENDPOINTS} endpoints of ${TENANTS} tenants; the body is posted signed with each endpoint's secret`,
    '',
    '## Throughput',
    '',
    'From the commit to the arrival of the last request; the bare loop posts bodies that were signed beforehand and writes no result. Processor time is that of sender, receiver and PostgreSQL until then.',
    '',
    '| round | service, deliveries/s | bare undici, posts/s | ratio | CPU of a delivery, us | CPU of a post, us | ratio |',
    '|---|---|---|---|---|---|---|',
    ...many.map(
      ({ service, bare }, i) =>
        `| ${i + 1} | ${rate(service.lastS)} | ${rate(bare.lastS)} | ${(bare.lastS / service.lastS).toFixed(2)} | ${cpuUs(service.cpuS)} | ${cpuUs(bare.cpuS)} | ${(bare.cpuS / service.cpuS).toFixed(2)} |`,
    ),
    '',
    `Median ratio: **${ratio.toFixed(2)}** of the rate, ${cpuRatio.toFixed(2)} of the processor time.`,
    '',
    NOTE,
    '',
    '## Latency',
    '',
    `From the commit to the arrival at the receiver, ${FEW_ENDPOINTS} endpoints: median ${quantile(0.5)} ms, 99th percentile **${quantile(0.99)} ms**, largest ${quantile(1)} ms.`,
    '',
    '## Dead endpoints',
    '',
    `Until all that answer have their event, without and with ${100 * DEAD_SHARE} % that accept the connection and never answer; the latter were never known to fail before. Which of a pair came first alternated.`,
    '',
    '| pair | without, s | with, s | slower by |',
    '|---|---|---|---|',
    ...dead.map(
      ({ withoutS, withS }, i) =>
        `| ${i + 1} | ${withoutS.toFixed(2)} | ${withS.toFixed(2)} | ${percent(withS / withoutS - 1)} |`,
    ),
    '',
    `Median: **${percent(slowdown)}**; from ${percent(least)} to ${percent(most)} at 97.3 % confidence.`,
  ];
}
