/**
 * Measures what grows with tenants: a claim of deliveries, the look for the next one, the count of a request, an event that goes to every
 * endpoint, and a run, with 10, 1,000 and 10,000 tenants of ten endpoints each; and what grows with stored runs and a
 * second market: a run, what it learns from, and a request. It makes its databases itself.
 * Run: node benchmarks/retention/growth.ts > benchmarks/retention/growth.md (some minutes)
 */
import { randomUUID } from 'node:crypto';
import { cpus, loadavg, release, type } from 'node:os';
import { dayRange, instantFor, type Product } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { admitRequests } from '../../packages/server/src/people/limits/request-windows.ts';
import type { Db } from '../../packages/server/src/ground/database/database.ts';
import {
  claimDeliveries,
  endLease,
  findNextDue,
  NO_TENANT,
} from '../../packages/server/src/outbound/webhooks/delivery-queue.ts';
import { continueFanOut } from '../../packages/server/src/outbound/events/fan-out.ts';
import { listCalibrationForecasts } from '../../packages/server/src/forecasts/runs/calibration-forecasts.ts';
import { registerModels } from '../../packages/server/src/forecasts/runs/model-versions.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { createTestApi, type TestApi } from '../../packages/server/test/http/test-api.ts';
import { publishTestRun } from '../../packages/server/test/http/market-fixture.ts';
import { commitName } from '../accuracy/commit-name.ts';
import { fillDayAheadRuns } from './fill-history.ts';

const TENANTS = [10, 1000, 10_000];
const ENDPOINTS_EACH = 10;
const TIMES = 30;
const RUNS = 3;
const LIMIT = 512;
const NOW = Date.parse('2026-03-30T10:05:00Z');
const MINUTE_MS = 60_000;

/** Stored day-ahead runs. */
const PASTS = [
  { name: '1 year, 2 runs a day', from: '2025-03-30', runsADay: 2, products: ['da'] },
  { name: '10 years, 2 runs a day', from: '2016-03-30', runsADay: 2, products: ['da'] },
  { name: '2 years, 5 runs a day', from: '2024-03-30', runsADay: 5, products: ['da'] },
  { name: '2 years, 5 runs a day, 2 markets', from: '2024-03-30', runsADay: 5, products: ['da', 'pt-da'] },
] as const;
const LATEST = '/api/v1/forecasts/latest?market_id=es&product=da';

interface Row {
  what: string;
  ms: number[];
}
const rows: Row[] = [];
const rowsOfPasts: Row[] = [];

for (const tenants of TENANTS) {
  process.stderr.write(`${tenants} tenants\n`);
  const { db, drop } = await createTestDatabase();
  try {
    await fill(db, tenants);
    const runMs: number[] = [];
    const restMs: number[] = [];
    for (let i = 0; i < RUNS; i++) {
      runMs.push(await once(() => publishTestRun(db, runOf(i))));
      restMs.push(
        await once(async () => {
          while (await continueFanOut(db));
        }),
      );
    }
    note('a run is published', median(runMs));
    note('the deliveries that are left of it are written', median(restMs));
    note('both, for each delivery', (median(runMs) + median(restMs)) / (tenants * ENDPOINTS_EACH));
    await sql`truncate webhook_delivery, webhook_queue`.execute(db);
    note('nothing waits: the next delivery', await times(() => findNextDue(db)));
    note('nothing waits: a claim', await times(() => claim(db)));
    await queueFor(db, 10);
    note('ten tenants wait: the next delivery', await times(() => findNextDue(db)));
    note('ten tenants wait: a claim of 10', await times(() => claim(db)));
    const publishMs = await once(() => queueFor(db, tenants));
    note('an event is queued for every endpoint, for each delivery', publishMs / (tenants * ENDPOINTS_EACH));
    await sql`analyze webhook_queue`.execute(db);
    note('all wait: the next delivery', await times(() => findNextDue(db)));
    let after = NO_TENANT;
    const claims = await times(async () => {
      after = (await claim(db, after)).lastTenant;
    });
    note(`all wait: a claim of ${LIMIT} at most`, claims);
    note(
      'a request is counted',
      await times(() =>
        admitRequests(db, [wanted()], { windowMs: MINUTE_MS, now: Date.now(), credentials: null }),
      ),
    );
  } finally {
    await drop();
  }
}

for (const { name, from, runsADay, products } of PASTS) {
  process.stderr.write(`${name}\n`);
  const api = await createTestApi(new Date(NOW).toISOString());
  try {
    const versions: Record<string, string> = {};
    for (const product of products) {
      const { champion } = await registerModels(api.db, { product, manifests: [{ version: 1 }], now: NOW });
      versions[product] = champion.id;
    }
    await sql`
      insert into model_version
      select (jsonb_populate_record(version, jsonb_build_object('id', id || '-challenger', 'state', 'challenger', 'manifest', '{}'::jsonb))).*
      from model_version as version`.execute(api.db);
    await fillDayAheadRuns(api.db, { from, to: '2026-03-29', runsADay, versions });
    await measurePast(api, products, versions['da']);
  } finally {
    await api.close();
  }
}

console.log(report());
process.exit();

async function measurePast(
  api: TestApi,
  products: readonly Product[],
  modelVersionId: string,
): Promise<void> {
  const noteOf = (what: string, ms: number) => note(what, ms, rowsOfPasts);
  const key = await api.createKey();
  const set = { product: 'da', dataOrigin: 'market', modelVersionId } as const;
  // Of the schedule at noon, which every past has.
  const instants = dayRange('2025-03-30', '2026-03-28').map((day) =>
    instantFor(day, { dayOffset: 0, time: '12:05' }),
  );
  const publish: number[] = [];
  const request: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    publish.push(
      await once(async () => {
        for (const product of products) await publishTestRun(api.db, { ...runOf(i), product });
      }),
    );
    request.push(
      await once(async () => {
        const { statusCode, body } = await api.app.inject({
          url: LATEST,
          headers: { authorization: `Bearer ${key}` },
        });
        if (statusCode !== 200) throw new Error(body);
      }),
    );
  }
  noteOf('a run of each market is published', median(publish));
  noteOf('the newest forecast is asked for after it', median(request));
  noteOf(
    'past forecasts that a run learns from',
    await times(() => listCalibrationForecasts(api.db, set, instants)),
  );
}

/** Each a second after the one before, so that no run repeats another. */
function runOf(i: number) {
  const issuedAt = new Date(NOW + i * 1000).toISOString();
  return { issuedAt, firstDay: '2026-03-31', withDistributions: true };
}

async function fill(db: Db, tenants: number): Promise<void> {
  await sql`
    insert into tenant (id, name) select gen_random_uuid(), 'Tenant ' || n from generate_series(1, ${tenants}::integer) as n`.execute(
    db,
  );
  await sql`
    insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
    select gen_random_uuid(), id, 'Webhook ' || n, 'https://example.com/' || n, '{forecast.published}', 'active', '\\x00', ${new Date(NOW)}, ${new Date(NOW)}
    from tenant, generate_series(1, ${ENDPOINTS_EACH}::integer) as n`.execute(db);
  await sql`
    insert into event (id, type, market_product_id, max_change, occurred_at, body)
    values (gen_random_uuid(), 'forecast.published', 'es-da', null, ${new Date(NOW)}, '{}')`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** A delivery to each endpoint of so many tenants, due now. */
async function queueFor(db: Db, tenants: number): Promise<void> {
  await sql`delete from webhook_delivery`.execute(db);
  await sql`
    with chosen as (select id from tenant order by id limit ${tenants}), written as (
      insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, attempts, created_at)
      select gen_random_uuid(), endpoint.tenant_id, endpoint.id, event.id, event.type, 'pending', 0, ${new Date(NOW)}
      from chosen join webhook_endpoint as endpoint on endpoint.tenant_id = chosen.id, event
      returning id, tenant_id, endpoint_id, event_id, event
    )
    insert into webhook_queue (delivery_id, tenant_id, endpoint_id, event_id, event, due_at)
    select id, tenant_id, endpoint_id, event_id, event, ${new Date(NOW)} from written`.execute(db);
}

/** A claim of a worker that has nothing in hand; it is given back. */
async function claim(db: Db, after = NO_TENANT) {
  const holder = randomUUID();
  const claimed = await claimDeliveries(db, {
    holder,
    held: [],
    now: NOW,
    leaseMs: MINUTE_MS,
    limit: LIMIT,
    perEndpoint: 1,
    tenantShare: 1,
    failing: false,
    after,
    busy: [],
    keyFingerprints: [],
  });
  await endLease(db, holder);
  return claimed;
}

function wanted() {
  return {
    key: `credential ${randomUUID()}`,
    wanted: 1,
    limit: 60,
    tenant: 'tenant one',
    tenantLimit: 100_000,
  };
}

async function once(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median of some times, after three of warming up. */
async function times(work: (i: number) => Promise<unknown>): Promise<number> {
  const each: number[] = [];
  for (let i = 0; i < TIMES + 3; i++) each.push(await once(() => work(i)));
  return median(each.slice(3));
}

function median(ms: number[]): number {
  return ms.toSorted((a, b) => a - b)[ms.length >> 1];
}

function note(what: string, ms: number, table = rows): void {
  const row = table.find((known) => known.what === what);
  if (row === undefined) table.push({ what, ms: [ms] });
  else row.ms.push(ms);
}

function report(): string {
  const [cpu] = cpus();
  return `# What grows with tenants

Regenerate: \`node benchmarks/retention/growth.ts > benchmarks/retention/growth.md\` (some minutes).

- ${commitName()}; machine: ${cpu.model.trim()}, ${cpus().length} cores, ${type()} ${release()}, shared with other work: load
  average ${loadavg()[0].toFixed(1)} at the end; the ratios within the run say more than the times
- medians of ${TIMES} (of ${RUNS} runs), ms; ${ENDPOINTS_EACH} endpoints each, so ${(10_000 * ENDPOINTS_EACH).toLocaleString('en')} with 10,000 tenants; PostgreSQL without fsync

${table(
  TENANTS.map((tenants) => `${tenants.toLocaleString('en')} tenants`),
  rows,
)}

A claim steps through the index to the tenants for whom something waits, so tenants without any cost nothing. With those who wait it grows until they
are as many as a claim may have deliveries, ${LIMIT}, and no further: the others have their turn in the next one. The next delivery is the first
row of an index by time.

A run and the first 2,000 deliveries of its event are written in one transaction: beyond 2,000 endpoints its publication grows only by what it
takes to find them, about two times for ten times as many. What is left is noted in that transaction and written by workers, 2,000 at a time,
while those before are sent; the next event does not wait for it. Before, all of them were written with the run: 10.1 s with 100,000 endpoints.

## What grows with stored runs

${table(
  PASTS.map(({ name }) => name),
  rowsOfPasts,
)}

A run writes to the ends of its tables, a request reads one run by an index, and a run learns from one forecast a day of the last year,
found by their schedule: ten years, or five runs a day, are no more than one year. A second market is one run more to publish; what is read of
the first does not notice it.
`;
}

function table(columns: string[], lines: Row[]): string {
  const cells = (ms: number[]) => ms.map((each) => each.toFixed(each < 1 ? 3 : 1)).join(' | ');
  return [
    `| | ${columns.join(' | ')} | times from the first to the last |`,
    `|---|${columns.map(() => '---:|').join('')}---:|`,
    ...lines.map(({ what, ms }) => `| ${what} | ${cells(ms)} | ${((ms.at(-1) ?? 0) / ms[0]).toFixed(1)} |`),
  ].join('\n');
}
