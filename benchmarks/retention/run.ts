/**
 * Measures a database of some years: what each table takes and ten years would, what it takes to turn partitions for years into months and
 * to delete what is kept no longer, how long a restart lasts, and how long each GET route does. It fills the database itself, in some
 * minutes, and needs 5 GB of disk for three years.
 * Run: node benchmarks/retention/run.ts > benchmarks/retention/results.md (YEARS=10 for ten years)
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, type } from 'node:os';
import path from 'node:path';
import { AUCTIONS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { readConfig } from '../../packages/server/src/operate/config/config.ts';
import { createContext } from '../../packages/server/src/start/context.ts';
import { tidyUp } from '../../packages/server/src/operate/retention/tidy-up.ts';
import { createFirstAccounts } from '../../packages/server/src/operate/setup/first-run.ts';
import { openDatabase, type Db } from '../../packages/server/src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/ground/embedded-postgres/start-embedded-postgres.ts';
import { listMigrations, migrateTo } from '../../packages/server/src/ground/database/migrate.ts';
import { listMonthParts } from '../../packages/server/src/market/observations/observation-parts.ts';
import { fillHistory, fillTenants } from './fill-history.ts';
import { CALLS, measureRoutes, startService } from './measure-service.ts';
import { databaseBytes, measureTables, sizesSection } from './table-sizes.ts';

const YEARS = Number(process.env['YEARS'] ?? 3);
const TO = '2026-03-31';
const CLOCK_START = '2026-03-30T15:00:00Z';
const RESTARTS = 3;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-retention-'));
await chmod(dataDir, 0o755);
const environment = {
  DATA_DIR: dataDir,
  CLOCK_START,
  SOURCES: 'omie',
  // Nothing answers there: the service goes on with what it has.
  OMIE_URL: 'http://127.0.0.1:9',
  CHALLENGERS: 'false',
  ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
  NODE_ENV: 'production',
};
const span = {
  from: `${2026 - YEARS}-03-31`,
  to: TO,
  versions: Object.fromEntries(AUCTIONS.map((product) => [product, `${product}-1`])),
  eventDays: 120,
};

const fillS = await seconds(() => fillAsBefore());
const context = await createContext(readConfig(environment));
printLine(`filled in ${fillS.toFixed(0)} s and migrated`);
await createFirstAccounts(context, { dataDir, baseUrl: 'http://127.0.0.1' });
await fillTenants(context.db, span);
await sql`vacuum analyze`.execute(context.db);
const before = { tables: await measureTables(context.db), bytes: await databaseBytes(context.db) };
const tidyS = await tidyUntilDone();
const parts = (await listMonthParts(context.db)).length;
await sql`vacuum analyze`.execute(context.db);
const after = { tables: await measureTables(context.db), bytes: await databaseBytes(context.db) };
const again = await seconds(() => tidyUp(context, new AbortController().signal));
const planning = await measurePlanning(context.db);
await context.close();
printLine('tidied up');

const starts: { answersS: number; readyS: number }[] = [];
for (let start = 0; start < RESTARTS; start++) {
  const service = await startService(environment);
  printLine(`ready after ${service.readyS.toFixed(1)} s`);
  starts.push(service);
  await service.stop();
}
const service = await startService(environment);
const timings = await measureRoutes(service, dataDir, printLine);
await service.stop();

console.log(report());
await rm(dataDir, { recursive: true, force: true });

/** With the schema of before there were partitions for months. */
async function fillAsBefore(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(server.databaseUrl, { maxConnections: 2 });
  const { waiting } = await listMigrations(db);
  await migrateTo(
    db,
    waiting.filter((name) => name < '0025'),
  );
  for (const product of AUCTIONS) {
    for (const [id, state] of [
      [span.versions[product], 'champion'],
      [`${span.versions[product]}-challenger`, 'challenger'],
    ]) {
      await sql`
        insert into model_version (id, product, manifest, active_from, created_at, state)
        values (${id}, ${product}, '{}', ${state === 'champion' ? span.from : null}, ${span.from}, ${state})`.execute(
        db,
      );
    }
  }
  await sql`insert into service_state (key, value) values ('data_origin', '"market"')`.execute(db);
  await fillHistory(db, span, printLine);
  await db.destroy();
  await server.stop();
}

async function tidyUntilDone(): Promise<number> {
  return seconds(() => tidyUp(context, new AbortController().signal, 3_600_000));
}

/** What a session needs to plan a query of a month, and one of all months. */
async function measurePlanning(db: Db): Promise<string[]> {
  const queries = {
    'one month of a feed': sql`select count(*) from observation where feed_id = 1 and start_at >= '2026-02-01' and start_at < '2026-03-01'`,
    'three years of a feed': sql`select count(*) from observation where feed_id = 1 and start_at >= '2023-04-01' and start_at < '2026-03-01'`,
    'no limit of time': sql`select start_at from observation where feed_id = 1 order by start_at desc limit 1`,
  };
  const lines: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const plans: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain (analyze, summary, memory) ${query}`.execute(db);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    const of = (pattern: RegExp) => pattern.exec(plans[1])?.[1] ?? '';
    lines.push(
      `| ${name} | ${of(/Planning Time: ([\d.]+)/)} | ${of(/Memory: used=(\d+)kB/)} | ${of(/Execution Time: ([\d.]+)/)} |`,
    );
  }
  return lines;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

function printLine(text: string): void {
  process.stderr.write(`${text}\n`);
}

function report(): string {
  const slowest = Math.max(...timings.map(({ p95 }) => p95));
  return `# What ${YEARS} years take

Regenerate: \`node benchmarks/retention/run.ts > benchmarks/retention/results.md\` (some minutes; \`YEARS=10\` for ten years).

- commit ${commit}; machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}, shared
  with other work: load average ${loadavg()[0].toFixed(1)} at the end
- Node ${process.versions.node}, embedded PostgreSQL with its usual settings
- made up (seed 0.5) after what an installation with all sources stores: see \`fill-history.ts\`; filled in ${fillS.toFixed(0)} s

${sizesSection({ years: YEARS, before, after })}
## Partitions and tidying up

The migration takes away empty partitions for years; the first tidy-up turns the others into ${parts} months, one year at a time, while
readers go on, and deletes what is kept no longer: together ${tidyS.toFixed(0)} s. A
tidy-up that finds nothing to do takes ${again.toFixed(2)} s.

| query | planning, ms | memory of the planning, kB | execution, ms |
|---|---:|---:|---:|
${planning.join('\n')}

## Restart

From the start of the process, with its embedded server, until it answers and until \`/ready\` says 200:

| | answers, s | ready, s |
|---|---:|---:|
${starts.map(({ answersS, readyS }, i) => `| ${i + 1} | ${answersS.toFixed(2)} | ${readyS.toFixed(2)} |`).join('\n')}

## Routes

${CALLS} calls of each GET route after a first one, one after the other. Where a route takes a day or a page each call has another one, so
that no reply is at hand; \`{from}\` is 89 days before \`{day}\`. Slowest p95: **${slowest.toFixed(0)} ms**.

| route | status | p50, ms | p95, ms | of processor, ms | bytes |
|---|---:|---:|---:|---:|---:|
${timings
  .toSorted((a, b) => b.p95 - a.p95)
  .map(
    (t) =>
      `| \`${t.path}\` | ${t.status} | ${t.p50.toFixed(1)} | ${t.p95.toFixed(1)} | ${t.processorMs.toFixed(1)} | ${t.bytes} |`,
  )
  .join('\n')}`;
}
