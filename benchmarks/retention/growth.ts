/**
 * Measures what grows with tenants: a claim of deliveries, the look for the next one, the count of a request, and an event that goes to every
 * endpoint, with 10, 1,000 and 10,000 tenants of ten endpoints each. It makes its database itself.
 * Run: node benchmarks/retention/growth.ts > benchmarks/retention/growth.md (two minutes)
 */
import { randomUUID } from 'node:crypto';
import { cpus, loadavg, release, type } from 'node:os';
import { sql } from 'kysely';
import { admitRequests } from '../../packages/server/src/people/limits/request-windows.ts';
import type { Db } from '../../packages/server/src/ground/database/database.ts';
import {
  claimDeliveries,
  endLease,
  findNextDue,
  NO_TENANT,
} from '../../packages/server/src/outbound/webhooks/delivery-queue.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { commitName } from '../accuracy/commit-name.ts';

const TENANTS = [10, 1000, 10_000];
const ENDPOINTS_EACH = 10;
const TIMES = 30;
const LIMIT = 512;
const NOW = Date.parse('2026-03-30T10:05:00Z');
const MINUTE_MS = 60_000;

interface Row {
  what: string;
  ms: number[];
}
const rows: Row[] = [];

for (const tenants of TENANTS) {
  process.stderr.write(`${tenants} tenants\n`);
  const { db, drop } = await createTestDatabase();
  try {
    await fill(db, tenants);
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

console.log(report());
process.exit();

async function fill(db: Db, tenants: number): Promise<void> {
  await sql`
    insert into tenant (id, name) select gen_random_uuid(), 'Tenant ' || n from generate_series(1, ${tenants}::integer) as n`.execute(
    db,
  );
  await sql`
    insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
    select gen_random_uuid(), id, 'Webhook ' || n, 'https://example.com/' || n, '{forecast.published}', 'active', '\\x00', now(), now()
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
async function times(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 3; i++) await work();
  const each: number[] = [];
  for (let i = 0; i < TIMES; i++) each.push(await once(work));
  return each.sort((a, b) => a - b)[TIMES / 2];
}

function note(what: string, ms: number): void {
  const row = rows.find((known) => known.what === what);
  if (row === undefined) rows.push({ what, ms: [ms] });
  else row.ms.push(ms);
}

function report(): string {
  const [cpu] = cpus();
  return `# What grows with tenants

Regenerate: \`node benchmarks/retention/growth.ts > benchmarks/retention/growth.md\` (two minutes).

- ${commitName()}; machine: ${cpu.model.trim()}, ${cpus().length} cores, ${type()} ${release()}, shared with other work: load
  average ${loadavg()[0].toFixed(1)} at the end; the ratios within the run say more than the times
- medians of ${TIMES}, ms; ${ENDPOINTS_EACH} endpoints each, so ${(10_000 * ENDPOINTS_EACH).toLocaleString('en')} with 10,000 tenants; PostgreSQL without fsync

| | ${TENANTS.map((tenants) => `${tenants.toLocaleString('en')} tenants`).join(' | ')} | times from the first to the last |
|---|${TENANTS.map(() => '---:|').join('')}---:|
${rows.map(({ what, ms }) => `| ${what} | ${ms.map((each) => each.toFixed(each < 1 ? 3 : 1)).join(' | ')} | ${((ms.at(-1) ?? 0) / ms[0]).toFixed(1)} |`).join('\n')}

A claim steps through the index to the tenants for whom something waits, so tenants without any cost nothing. With those who wait it grows until they
are as many as a claim may have deliveries, ${LIMIT}, and no further: the others have their turn in the next one. The next delivery is the first
row of an index by time.
`;
}
