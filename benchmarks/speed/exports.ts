/**
 * Fetches ten years of quarter-hour prices as files and by paging through /market/prices, in turns, each round with a process of the service
 * that has answered nothing before; then a year of quarter-hour forecasts with five quantiles as a file. Memory is what the process's
 * resident set grew by at most, its thread for reads included.
 * Run: node benchmarks/speed/exports.ts > benchmarks/speed/exports.md
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, type } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayStart, daysBetween } from '@lonja/forecasting/market';
import { createUniform } from '@lonja/forecasting/simulator';
import { createApiKey, createTenant } from '../../packages/server/src/people/access/create-identities.ts';
import { saveDataOrigin } from '../../packages/server/src/ground/database/service-state.ts';
import { ExportManifest } from '../../packages/server/src/forecasts/exports/schemas.ts';
import { appendObservations } from '../../packages/server/src/market/observations/observations.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { publishTestRun } from '../../packages/server/test/http/market-fixture.ts';
import type { ServerOrder } from './api-server.ts';

const SEED = 1;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const [FIRST, LAST] = ['2016-04-01', '2026-03-29'];
const FORECASTS_FROM = '2025-03-30';
const SPAN = `date_from=${FIRST}&date_to=${LAST}&resolution=PT15M`;
const YEAR = `date_from=${FORECASTS_FROM}&date_to=${LAST}&resolution=PT15M&format=parquet`;
/** Most days of one request for prices, and most records of one page. */
const [SPAN_DAYS, PAGE] = [90, 1000];
const QUARTER_MS = 900_000;
const MEGABYTE = 1e6;

interface Measured {
  seconds: number;
  grownBytes: number;
  bytes: number;
}

const { db, url, drop } = await createTestDatabase();
const key = await prepare();
const measured = new Map<string, Measured[]>();
for (let round = 0; round < ROUNDS; round++) {
  const ways = [
    ['prices, Parquet', (base: string) => fetchFile(base, `/exports/prices?${SPAN}&format=parquet`)],
    ['prices, csv.gz', (base: string) => fetchFile(base, `/exports/prices?${SPAN}&format=csv.gz`)],
    ['prices, manifest of both forms', (base: string) => fetchFile(base, `/exports/prices?${SPAN}`)],
    ['prices, manifest and its Parquet files', fetchParts],
    ['prices, paged', fetchPages],
    ['a year of forecasts, Parquet', (base: string) => fetchFile(base, `/exports/forecasts?${YEAR}`)],
  ] as const;
  for (const [name, fetchAll] of round % 2 === 0 ? ways : ways.toReversed()) {
    const result = await measure(fetchAll);
    process.stderr.write(`${name}: ${JSON.stringify(result)}\n`);
    measured.set(name, [...(measured.get(name) ?? []), result]);
  }
}
print();
await drop();

async function measure(fetchAll: (base: string) => Promise<number>): Promise<Measured> {
  // What the server logs does not belong to the report.
  const child = fork(new URL('./api-server.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
  const order: ServerOrder = { kind: 'service', databaseUrl: url, body: '', etag: '', usesReader: true };
  child.send(order);
  const [{ port }] = await once(child, 'message');
  const base = `http://127.0.0.1:${port}/api/v1`;
  // The first dear read starts the thread, the second is answered by it.
  for (let i = 0; i < 2; i++) {
    await fetchFile(base, '/exports/prices?date_from=2016-04-01&date_to=2016-04-02');
    await sleep(4000);
  }
  const before = await residentBytes(child, 'VmRSS');
  await writeFile(`/proc/${child.pid}/clear_refs`, '5');
  const startedAt = performance.now();
  const bytes = await fetchAll(base);
  const seconds = (performance.now() - startedAt) / 1000;
  const grownBytes = (await residentBytes(child, 'VmHWM')) - before;
  child.send('stop');
  await once(child, 'exit');
  return { seconds, grownBytes, bytes };
}

async function residentBytes({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]);
}

async function answerOf(address: string): Promise<Response> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status === 503) {
    await answer.body?.cancel();
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
    return answerOf(address);
  }
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer;
}

async function fetchFile(base: string, path: string): Promise<number> {
  return (await (await answerOf(base + path)).arrayBuffer()).byteLength;
}

async function fetchParts(base: string): Promise<number> {
  const manifest = ExportManifest.parse(
    await (await answerOf(`${base}/exports/prices?${SPAN}&files=parquet`)).json(),
  );
  let bytes = 0;
  for (const { files } of manifest.parts) bytes += await fetchFile(new URL(base).origin, files[0]?.url ?? '');
  return bytes;
}

async function fetchPages(base: string): Promise<number> {
  let [bytes, rows] = [0, 0];
  for (let from = FIRST; from <= LAST; from = addDays(from, SPAN_DAYS + 1)) {
    const last = addDays(from, SPAN_DAYS);
    const to = last < LAST ? last : LAST;
    for (let page = 1, total = 1; (page - 1) * PAGE < total; page++) {
      const query = `date_from=${from}&date_to=${to}&resolution=PT15M&page=${page}&page_size=${PAGE}`;
      const text = await (await answerOf(`${base}/market/prices?${query}`)).text();
      const answer = JSON.parse(text);
      total = answer.total;
      bytes += text.length;
      rows += answer.items.length;
    }
  }
  if (rows !== quarters()) throw new Error(`${rows} prices came of ${quarters()}.`);
  return bytes;
}

function quarters(): number {
  return (dayStart(addDays(LAST, 1)) - dayStart(FIRST)) / QUARTER_MS;
}

async function prepare(): Promise<string> {
  await saveDataOrigin(db, 'market');
  const uniform = createUniform(SEED);
  for (let year = 2016; year <= 2026; year++) {
    const first = year === 2016 ? FIRST : `${year}-01-01`;
    const end = year === 2026 ? addDays(LAST, 1) : `${year + 1}-01-01`;
    const count = (dayStart(end) - dayStart(first)) / QUARTER_MS;
    const start = Float64Array.from({ length: count }, (_, i) => dayStart(first) + i * QUARTER_MS);
    await appendObservations(
      db,
      { series: 'price.da', source: 'csv', resolution: 'PT15M', unit: 'EUR/MWh' },
      {
        start,
        value: start.map(() => Math.round(uniform() * 20_000) / 100),
        availableAt: start.map((instant) => instant - 86_400_000),
      },
    );
  }
  for (let day = FORECASTS_FROM; day <= LAST; day = addDays(day, 1)) {
    const issuedAt = `${addDays(day, -1)}T08:30:00Z`;
    const level = Math.round(uniform() * 10_000) / 100;
    await publishTestRun(db, {
      issuedAt,
      firstDay: day,
      days: 1,
      level,
      withQuarters: true,
      withDistributions: true,
    });
  }
  const context = { db, clock: { now: () => Date.parse('2026-03-30T10:10:00Z') } };
  const tenantId = await createTenant(context, { name: 'Benchmark' });
  const input = { tenantId, label: 'benchmark', role: 'viewer' as const, requestsPerMinute: 1_000_000_000 };
  return (await createApiKey(context, input)).key;
}

function print(): void {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const paged = median((measured.get('prices, paged') ?? []).map(({ seconds }) => seconds));
  const rows = [...measured].map(([name, results]) => {
    const seconds = median(results.map((result) => result.seconds));
    const grown = Math.max(...results.map(({ grownBytes }) => grownBytes)) / MEGABYTE;
    const [{ bytes } = { bytes: 0 }] = results;
    const ratio = name.startsWith('prices') ? (paged / seconds).toFixed(1) : '';
    return `| ${name} | ${seconds.toFixed(1)} | ${ratio} | ${grown.toFixed(0)} | ${(bytes / MEGABYTE).toFixed(1)} |`;
  });
  const [{ model } = { model: '' }] = cpus();
  console.log(`# Ten years of quarter hours as files

Regenerate: \`node benchmarks/speed/exports.ts > benchmarks/speed/exports.md\` (Linux).

- machine: ${model}, ${cpus().length} cores, ${type()} ${release()}; Node ${process.versions.node}
- ${quarters()} quarter hours of ${daysBetween(FIRST, LAST) + 1} days; made-up prices with seed ${SEED}, made-up forecasts with their stored distributions
- ${ROUNDS} rounds of every way in turns, each with a new process of the service, on this machine's other load: median seconds, most memory
- paged: \`/market/prices\` in spans of ${SPAN_DAYS + 1} days and pages of ${PAGE}, one request after the other over one connection
- bars: 20 s and 150 MB; 5 times as fast as paging

| way | seconds | times as fast as paging | memory grown by, MB | received, MB |
|---|---:|---:|---:|---:|
${rows.join('\n')}`);
}
