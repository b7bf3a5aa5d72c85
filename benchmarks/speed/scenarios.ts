/**
 * Measures how long `GET /forecasts/scenarios` takes for 200 paths of the 96 quarters of a day, cold and warm, and what the distributions
 * of a run take in the database.
 * Run: node benchmarks/speed/scenarios.ts > benchmarks/speed/scenarios.md
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { addDays, AUCTION_CALENDAR, coveredPeriods, dayRange, type Product } from '@lonja/forecasting/market';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { assumedErrors, ranksOf } from '@lonja/forecasting/scenarios';
import { createClock } from '../../packages/server/src/ground/timing/clock.ts';
import { createApiKey, createTenant } from '../../packages/server/src/people/access/create-identities.ts';
import { publishRun } from '../../packages/server/src/forecasts/runs/publish-run.ts';
import { registerModels } from '../../packages/server/src/forecasts/runs/model-versions.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import type { ServerOrder } from './api-server.ts';

const NOW = Date.parse('2026-03-30T10:10:00Z');
const FIRST_DAY = '2026-03-31';
/** Issued one after the other, so that each is the newest at an `as_of` of its own and is read for the first time there. */
const RUNS = 60;
const WARM = 300;
const PAST_FORECASTS = 176;
const QUARTER_DAYS = 56;

interface Answer {
  ms: number;
  bytes: number;
}

const { db, url, drop } = await createTestDatabase();
const context = { db, clock: createClock(NOW) };
const tenantId = await createTenant(context, { name: 'Benchmark' });
const input = { tenantId, label: 'benchmark', role: 'viewer' as const, requestsPerMinute: 1_000_000 };
const { key } = await createApiKey(context, input);
for (let i = 0; i < RUNS; i++) await publish('da', 7, NOW - (RUNS - i) * 60_000);
await publish('ida1', 1, NOW - 30_000);

const server = fork(fileURLToPath(new URL('api-server.ts', import.meta.url)));
server.send({ kind: 'service', databaseUrl: url, body: '', etag: '' } satisfies ServerOrder);
const [{ port }] = await once(server, 'message');
const ask = async (asOf: number): Promise<Answer> => {
  const query = new URLSearchParams({
    market_id: 'es',
    product: 'da',
    date: addDays(FIRST_DAY, 1),
    resolution: 'PT15M',
    paths: '200',
    as_of: new Date(asOf).toISOString(),
  });
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/forecasts/scenarios?${query.toString()}`, {
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
  });
  const text = await answer.text();
  const ms = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(text);
  return { ms, bytes: text.length };
};
const cold: Answer[] = [];
for (let i = 0; i < RUNS; i++) cold.push(await ask(NOW - (RUNS - i) * 60_000 + 1000));
const warm: Answer[] = [];
for (let i = 0; i < WARM; i++) warm.push(await ask(NOW - 60_000 + 1000));
const sizes = await sizesOfRuns();
server.send('stop');
await drop();

console.log(`# Scenarios served

Regenerate with \`node benchmarks/speed/scenarios.ts > benchmarks/speed/scenarios.md\`.

\`GET /forecasts/scenarios\` with 200 paths of the 96 quarters of a day, one request after the other over HTTP, ${Math.round(cold[0].bytes / 1000)} kB of JSON. Cold:
of a run that nobody asked for before (${RUNS} of them; the first answer includes the start of the process). Warm: of one run again (${WARM} requests).
The ratio is that to the median of a warm request.

| | median ms | p95 ms | p95 / median warm | goal for p95, ms |
|---|---:|---:|---:|---:|
${row('cold', cold, 300)}
${row('warm', warm, 30)}

What the distributions of a run take in the database, compressed, with ${PAST_FORECASTS} past forecasts and ${QUARTER_DAYS} days of quarters:

| run | points kB | distributions kB |
|---|---:|---:|
${sizes.join('\n')}

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)}.`);

function row(name: string, answers: readonly Answer[], goal: number): string {
  const usual = quantile(warm, 0.5);
  return `| ${name} | ${quantile(answers, 0.5).toFixed(1)} | ${quantile(answers, 0.95).toFixed(1)} | ${(quantile(answers, 0.95) / usual).toFixed(1)} | ${goal} |`;
}

function quantile(answers: readonly Answer[], level: number): number {
  const ascending = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.ceil(level * ascending.length) - 1)];
}

async function sizesOfRuns(): Promise<string[]> {
  const { rows } = await sql<{ product: string; points: string; distributions: string }>`
    select distinct on (product) product,
      (select sum(pg_column_size(point.*)) from forecast_point as point where point.run_id = run.id) as points,
      (select pg_column_size(part.hour_quantiles) + pg_column_size(part.quarter_quantiles) + pg_column_size(part.quarter_shares)
        + pg_column_size(part.past_ages) + pg_column_size(part.past_ranks) + pg_column_size(part.quarter_ranks)
        from forecast_distribution as part where part.run_id = run.id) as distributions
    from forecast_run as run`.execute(db);
  const kB = (bytes: string) => (Number(bytes) / 1000).toFixed(0);
  return rows.map(
    ({ product, points, distributions }) => `| ${product} | ${kB(points)} | ${kB(distributions)} |`,
  );
}

/** A run with distributions whose numbers do not repeat: of made-up errors, as wide in the tails as prices are. */
async function publish(product: Product, days: number, issuedAt: number): Promise<void> {
  const calendar = AUCTION_CALENDAR[product];
  const lastDay = addDays(FIRST_DAY, days - 1);
  const periodsOf = (resolution: 'PT1H' | 'PT15M') =>
    dayRange(FIRST_DAY, lastDay).flatMap((day) => coveredPeriods(calendar, day, resolution));
  const noise = assumedErrors(1, 7 * 96, 0.9)[0];
  const distributionsOf = (resolution: 'PT1H' | 'PT15M') =>
    periodsOf(resolution).map((_, i) => {
      const value = 60 + 30 * noise[i];
      return QUANTILE_LEVELS.map(
        (level) => value + (9 + noise[(i * 7) % noise.length]) * Math.log(level / (1 - level)),
      );
    });
  const [hours, quarters] = [distributionsOf('PT1H'), distributionsOf('PT15M')];
  const pointsOf = (resolution: 'PT1H' | 'PT15M', distributions: number[][]) =>
    periodsOf(resolution).map(({ start }, i) => {
      const [p10, value, p90] = [0.1, 0.5, 0.9].map(
        (level) => distributions[i][QUANTILE_LEVELS.indexOf(level)],
      );
      return { start, value, p10, p90 };
    });
  const slots = calendar.deliveryToHour - calendar.deliveryFromHour;
  const { champion } = await registerModels(db, { product, manifests: [{ version: 1 }], now: issuedAt });
  await publishRun(
    db,
    {
      product,
      dataOrigin: 'market',
      modelVersionId: champion.id,
      issuedAt,
      scheduledFor: issuedAt,
      dataAsOf: issuedAt,
      knownUntil: issuedAt,
      firstDay: FIRST_DAY,
      lastDay,
      degraded: [],
      calibratedOn: [],
      hours: pointsOf('PT1H', hours),
      quarters: pointsOf('PT15M', quarters),
      distributions: {
        hours,
        quarters,
        quarterShares: quarters.map((_, i) => (i % 10) / 20),
        between: {
          ages: Array.from({ length: PAST_FORECASTS }, (_, i) => i + 7),
          ranks: ranksOf(assumedErrors(PAST_FORECASTS, days * slots, 0.9)),
        },
        withinDays: ranksOf(assumedErrors(QUARTER_DAYS, slots * 4, 0.9)),
      },
    },
    issuedAt,
  );
}
