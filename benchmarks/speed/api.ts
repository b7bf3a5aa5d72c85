/**
 * Measures the API beside a bare `node:http` server that sends the same bytes, in turns within one run, with wrk (Debian's package).
 * Run: node benchmarks/speed/api.ts > benchmarks/speed/api.md
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { addDays } from '@lonja/forecasting/market';
import { createApiKey, createTenant } from '../../packages/server/src/people/access/create-identities.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { publishTestRun, storeTestPrices } from '../../packages/server/test/http/market-fixture.ts';
import type { ServerOrder } from './api-server.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const SECONDS = 4;
const CONNECTIONS = 64;
const MANY_TENANTS = 10_000;
const KEYS_PER_TENANT = 10;
const PACED = fileURLToPath(new URL('paced.lua', import.meta.url));
const LATEST = '/api/v1/forecasts/latest?market_id=es&product=da';
const PRICES = '/api/v1/market/prices?date_from=2025-12-30&date_to=2026-03-30&page_size=1000';

/** What stands under the tables: it is looked at again when they change. */
const NOTE = `## The goals, and what was tried

60 % of the bare server's throughput for whole replies, 75 % for unchanged ones, and 5 ms for 99 of 100 at half load are not reached. Of the
processor time of a reply, 29 % is Node's writing of it with nineteen headers, of which the bare server sends three; 10 % is the statement that
counts requests and reads the versions, and the rest is spread over routing, hooks, credential and log, none of them above 5 %.

- Dropped: headers of a kept reply put together once and given to Node as a list, and hooks that wait for nothing made synchronous. Alone, the
  same bytes were written for 1.7 us less of a whole reply (6.0 to 4.2) and 3.8 us less of an unchanged one (7.4 to 3.7); within the service, old
  beside new in turns (14 rounds, load average 24), whole replies took more processor time and unchanged ones the same.
- Dropped: to wait 2 to 4 ms so that more requests share a counting statement gained nothing; throughput is bound by the processor.
- Not done: fewer headers of protection and limits, or limits that are counted in memory, which several processes could exceed.`;

interface Measured {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicroseconds: number;
}

const { db, url, drop } = await createTestDatabase();
const key = await prepare();
const first = await startServer({ kind: 'service', databaseUrl: url, body: '', etag: '' });
const reply = await fetch(`http://127.0.0.1:${first.port}${LATEST}`, {
  headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
});
const body = await reply.text();
if (reply.status !== 200) throw new Error(body);
const etag = reply.headers.get('etag') ?? '';
const service = first;
const bare = await startServer({ kind: 'bare', databaseUrl: '', body, etag });
const lines: string[] = [];
const table = (title: string, note: string, rows: string[]) =>
  lines.push(
    `## ${title}`,
    '',
    note,
    '',
    '| | requests/s | median ms | p99 ms | CPU µs a request |',
    '|---|---:|---:|---:|---:|',
    ...rows,
    '',
  );

for (const server of [service, bare]) await measure(server, LATEST, [], CONNECTIONS);
const full = await inTurns(LATEST, []);
table(
  'The latest forecast, whole',
  `${body.length} bytes, ${CONNECTIONS} connections. Throughput ${ratio(full)} of the bare server's, CPU time a request ${cpuRatio(full)} of its.`,
  [row('bare node:http', full.bare), row('Lonja', full.service)],
);
const unchanged = await inTurns(LATEST, ['-H', `If-None-Match: ${etag}`]);
table(
  'The latest forecast, unchanged (304)',
  `Throughput ${ratio(unchanged)} of the bare server's, CPU time a request ${cpuRatio(unchanged)} of its.`,
  [row('bare node:http', unchanged.bare), row('Lonja', unchanged.service)],
);
const fullRate = median(full.service, ({ requestsPerSecond }) => requestsPerSecond);
const trial = await measure(service, LATEST, ['-s', PACED], CONNECTIONS);
const paced = Math.round((fullRate / 2 / trial.requestsPerSecond) * CONNECTIONS);
const half = await inTurns(LATEST, ['-s', PACED], paced);
const halfRate = median(half.service, ({ requestsPerSecond }) => requestsPerSecond);
table(
  'At half load',
  `${paced} connections that pause between their requests: ${percent(halfRate / fullRate)} of the throughput above.`,
  [row('bare node:http', half.bare), row('Lonja', half.service)],
);
const few = await measureOften(service, LATEST, [], 4);
const prices = await measureOften(service, PRICES, [], 1);
table('At few connections', 'Four connections for the forecast, one for 1000 prices of 90 days.', [
  row('latest forecast', few),
  row('prices of 90 days, page_size 1000', prices),
]);
await addManyKeys();
const crowded = await measureOften(service, LATEST, [], CONNECTIONS);
const crowdedPrices = await measureOften(service, PRICES, [], 1);
const alone = median(full.service, ({ cpuMicroseconds }) => cpuMicroseconds);
table(
  `With ${MANY_TENANTS} tenants and ${MANY_TENANTS * KEYS_PER_TENANT} keys`,
  `CPU time a request is ${percent(median(crowded, ({ cpuMicroseconds }) => cpuMicroseconds) / alone)} of that with one.`,
  [row('latest forecast', crowded), row('prices of 90 days, one connection', crowdedPrices)],
);

console.log(
  [
    '# Speed of the API',
    '',
    'Regenerate: `node benchmarks/speed/api.ts > benchmarks/speed/api.md` (needs wrk).',
    '',
    `- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}; the server, PostgreSQL and wrk share them`,
    `- versions: Node ${process.versions.node}, ${wrkVersion()}`,
    `- load average of the machine at the end of the run: ${loadavg()[0].toFixed(1)}; above 1 other programs took processor time, and only`,
    '  the CPU time a request and the ratios within the run say something',
    '- the server logs warnings only',
    `- medians of ${ROUNDS} rounds of ${SECONDS} s in turns; the data are synthetic and have no seed; PostgreSQL without fsync`,
    '- every request of the service is held against the versions of its credential and of the data and is counted in the sliding windows of',
    '  credential and tenant, in one statement with those that wait with it; both servers are warm',
    '',
    ...lines,
    NOTE,
  ].join('\n'),
);
for (const server of [service, bare]) server.child.send('stop');
await drop();

async function prepare(): Promise<string> {
  await publishTestRun(db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31' });
  for (let ago = 0; ago <= 90; ago++) {
    await storeTestPrices(db, {
      day: addDays('2026-03-30', -ago),
      availableAt: '2026-03-29T11:00:00Z',
      resolution: 'PT15M',
    });
  }
  const context = { db, clock: { now: () => Date.parse('2026-03-30T10:10:00Z') } };
  const tenantId = await createTenant(context, { name: 'Benchmark' });
  const input = { tenantId, label: 'benchmark', role: 'viewer' as const, requestsPerMinute: 1_000_000_000 };
  return (await createApiKey(context, input)).key;
}

async function addManyKeys(): Promise<void> {
  await sql`
    insert into tenant (id, name) select gen_random_uuid(), 'Tenant ' || i from generate_series(1, ${MANY_TENANTS}) as i;
  `.execute(db);
  await sql`
    insert into api_key (id, tenant_id, label, prefix, key_sha256, role)
    select gen_random_uuid(), tenant.id, 'key', 'svc_00000000', sha256(convert_to(tenant.id::text || i, 'UTF8')), 'viewer'
    from tenant cross join generate_series(1, ${KEYS_PER_TENANT}) as i
  `.execute(db);
  await sql`analyze tenant, api_key`.execute(db);
}

async function startServer(order: ServerOrder): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL('api-server.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
  child.send(order);
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function inTurns(
  path: string,
  options: string[],
  connections = CONNECTIONS,
): Promise<{ bare: Measured[]; service: Measured[] }> {
  const results = { bare: [] as Measured[], service: [] as Measured[] };
  for (let round = 0; round < ROUNDS; round++) {
    results.bare.push(await measure(bare, path, options, connections));
    results.service.push(await measure(service, path, options, connections));
  }
  return results;
}

async function measureOften(
  server: typeof service,
  path: string,
  options: string[],
  connections: number,
): Promise<Measured[]> {
  const results: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    results.push(await measure(server, path, options, connections));
  }
  return results;
}

async function measure(
  { child, port }: typeof service,
  path: string,
  options: string[],
  connections: number,
): Promise<Measured> {
  const before = await cpuOf(child);
  const target = `http://127.0.0.1:${port}${path}`;
  const authorization = ['-H', `Authorization: Bearer ${key}`];
  const output = execFileSync(
    'wrk',
    ['-t1', `-c${connections}`, `-d${SECONDS}s`, '--latency', ...authorization, ...options, target],
    { encoding: 'utf8' },
  );
  if (output.includes('Non-2xx')) throw new Error(output);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50Ms: milliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(output)),
    p99Ms: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(output)),
    cpuMicroseconds: ((await cpuOf(child)) - before) / requests,
  };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = await once(child, 'message');
  return user + system;
}

function milliseconds(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ''];
  return Number(match?.[1]) * (factor ?? Number.NaN);
}

function median(measured: Measured[], pick: (one: Measured) => number): number {
  const sorted = measured.map(pick).sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function row(name: string, measured: Measured[]): string {
  const cell = (pick: (one: Measured) => number, digits: number) => median(measured, pick).toFixed(digits);
  return `| ${name} | ${cell((one) => one.requestsPerSecond, 0)} | ${cell((one) => one.p50Ms, 2)} | ${cell((one) => one.p99Ms, 2)} | ${cell((one) => one.cpuMicroseconds, 1)} |`;
}

function ratio({ bare, service }: { bare: Measured[]; service: Measured[] }): string {
  const rate = (one: Measured) => one.requestsPerSecond;
  return percent(median(service, rate) / median(bare, rate));
}

function cpuRatio({ bare, service }: { bare: Measured[]; service: Measured[] }): string {
  const cost = (one: Measured) => one.cpuMicroseconds;
  return percent(median(service, cost) / median(bare, cost));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** wrk prints its version and its usage and fails. */
function wrkVersion(): string {
  try {
    return execFileSync('wrk', ['-v'], { encoding: 'utf8' }).split('\n')[0];
  } catch (error) {
    return String(Object(error).stdout).split(' [')[0];
  }
}
