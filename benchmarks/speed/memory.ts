/**
 * Loads the API for MINUTES (10) and measures what memory is in use after garbage collection, again and again.
 * Run: node benchmarks/speed/memory.ts > benchmarks/speed/memory.md
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { cpus, release, type } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@lonja/forecasting/market';
import { createApiKey, createTenant } from '../../packages/server/src/people/access/create-identities.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { publishTestRun, storeTestPrices } from '../../packages/server/test/http/market-fixture.ts';
import type { ServerOrder } from './api-server.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 10);
const SAMPLES = 10;
const PARALLEL = 16;
const MEBIBYTE = 2 ** 20;

interface Sample {
  atS: number;
  requests: number;
  memory: NodeJS.MemoryUsage;
}

const { db, url, drop } = await createTestDatabase();
const key = await prepare();
const child = fork(new URL('./api-server.ts', import.meta.url), {
  execArgv: ['--expose-gc'],
  // What the server logs does not belong to the report.
  stdio: ['ignore', 2, 2, 'ipc'],
});
const order: ServerOrder = { kind: 'service', databaseUrl: url, body: '', etag: '' };
child.send(order);
const { port } = await reply<{ port: number }>();

const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
const statuses = new Map<number, number>();
const startedAt = performance.now();
const lengthMs = MINUTES * 60_000;
let sent = 0;
const samples: Sample[] = [];
const load = Array.from({ length: PARALLEL }, sendUntilTheEnd);
for (let i = 0; i <= SAMPLES; i++) {
  await sleep(Math.max(0, startedAt + (lengthMs * i) / SAMPLES - performance.now()));
  samples.push(await sample());
}
await Promise.all(load);
await sleep(2000);
samples.push(await sample());
print();
child.send('stop');
agent.destroy();
await drop();

async function sendUntilTheEnd(): Promise<void> {
  while (performance.now() < startedAt + lengthMs) {
    const status = await send(pathOf(sent++));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

/** What callers ask for: mostly the same, some of it new each time so that what is kept has to make room, some of it wrong. */
function pathOf(i: number): string {
  const day = addDays('2026-03-30', -(i % 60));
  const asOf = new Date(Date.parse('2026-03-30T10:05:00Z') + i).toISOString();
  const paths = [
    '/forecasts/latest?market_id=es&product=da',
    '/dashboard/summary',
    `/market/prices?date_from=${addDays(day, -30)}&date_to=${day}&page_size=1000`,
    `/forecasts/latest?market_id=es&product=da&as_of=${asOf}`,
    `/dashboard/charts/prices?date_from=${addDays(day, -20)}&date_to=${day}`,
    `/statistics/prices?date_from=${addDays(day, -20)}&date_to=${day}`,
    '/forecasts/latest?market_id=es&product=da',
    `/forecasts/day-ahead?date=${day}x`,
    `/unknown/${i}`,
  ];
  return paths[i % paths.length];
}

async function send(path: string): Promise<number> {
  const options = { port, path: `/api/v1${path}`, agent, headers: { authorization: `Bearer ${key}` } };
  const [response] = await once(request({ host: '127.0.0.1', ...options }).end(), 'response');
  response.resume();
  await once(response, 'end');
  return Number(response.statusCode);
}

async function sample(): Promise<Sample> {
  child.send('memory');
  const memory = await reply<NodeJS.MemoryUsage>();
  return { atS: Math.round((performance.now() - startedAt) / 1000), requests: sent, memory };
}

/** The next message of the server, which answers one question at a time. */
async function reply<T>(): Promise<T> {
  const [message] = await once(child, 'message');
  return message;
}

async function prepare(): Promise<string> {
  await publishTestRun(db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31' });
  for (let ago = 0; ago <= 90; ago++) {
    const day = addDays('2026-03-30', -ago);
    await storeTestPrices(db, { day, availableAt: '2026-03-29T11:00:00Z', resolution: 'PT15M' });
  }
  const context = { db, clock: { now: () => Date.parse('2026-03-30T10:10:00Z') } };
  const tenantId = await createTenant(context, { name: 'Benchmark' });
  const input = { tenantId, label: 'benchmark', role: 'viewer' as const, requestsPerMinute: 1_000_000_000 };
  return (await createApiKey(context, input)).key;
}

function print(): void {
  const mebibytes = (bytes: number) => (bytes / MEBIBYTE).toFixed(1);
  const rows = samples.map(
    ({ atS, requests, memory: { heapUsed, external, rss } }) =>
      `| ${atS} | ${requests} | ${mebibytes(heapUsed)} | ${mebibytes(external)} | ${mebibytes(rss)} |`,
  );
  const inUse = ({ memory }: Sample) => memory.heapUsed + memory.external;
  const [middle, end] = [samples[SAMPLES / 2], samples[SAMPLES]];
  const growth = (100 * (inUse(end) - inUse(middle))) / inUse(middle);
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  console.log(
    [
      '# Memory of the API under load',
      '',
      'Regenerate: `node benchmarks/speed/memory.ts > benchmarks/speed/memory.md`; `MINUTES` sets the length (10).',
      '',
      `- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}; Node ${process.versions.node}`,
      `- ${MINUTES} minutes with ${PARALLEL} connections: ${answers.join(', ')}; the data are synthetic and have no seed`,
      '- heap and external memory are after a full garbage collection; replies are kept up to 64 MiB, so both rise until that is full',
      `- in use from the middle to the end: ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} %`,
      '',
      '| seconds | requests | heap MiB | external MiB | RSS MiB |',
      '|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n'),
  );
}
