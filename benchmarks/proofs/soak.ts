import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AUCTION_CALENDAR, AUCTIONS, scheduledRunsBetween } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { removeData } from '../../e2e/running-service.ts';
import { type Db, openDatabase } from '../../packages/server/src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/ground/embedded-postgres/start-embedded-postgres.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { startRelay } from '../../packages/server/test/relay.ts';
import { startReceiver } from '../../packages/server/test/webhooks/receiver.ts';
import { commitName } from '../accuracy/commit-name.ts';
import { createKey } from './faults/installation.ts';
import { type Promised, report, say } from './report.ts';
import { createSeen, runLoad, takeDeliveries } from './soak-load.ts';
import { growth, median, quantile, type Sample, takeSample } from './soak-samples.ts';
import { untilDelivered, untilForecasts, untilReady } from './until-ready.ts';

/**
 * Proves that the service does not tire: `npm run proof:soak`, with `--minutes N` (60). One process with small models and a clock that runs
 * 72 times as fast, so that an hour is three days; load of every kind all the time. Between it and its database stands a relay that loses
 * open connections at random, without a word or by a cut, unless `--steady` is asked for. The second quarter of the time, when everything is
 * warm, is compared with the last. Ends with 1 where a promise was broken. The table goes into `soak.md`.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, steady: { type: 'boolean', default: false } },
});
const MINUTES = Number(values.minutes);
const LOSES_CONNECTIONS = !values.steady;
/** Between two losses, at random. */
const LOSE_EVERY_MS = [5000, 35_000];
const LOST_SHARE = 0.3;
const SPEED = 72;
const STARTS_AT = Date.parse('2026-10-22T06:00:00Z');
const SAMPLE_EVERY_MS = 10_000;
/** Within so much of the service's time a run that was due must be there. */
const LATENESS_MS = 3 * 3_600_000;
/** A table that grows less is not looked at, MB a day of the service's clock. */
const SMALL_GROWTH_MB = 1;

await using parts = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-soak-'));
// The database's own user must reach it.
await chmod(dataDir, 0o755);
parts.defer(async () => {
  if (process.exitCode === 0) await removeData(dataDir);
});
process.exitCode = 1;
const embedded = await startEmbeddedPostgres({ dataDir });
parts.defer(() => embedded.stop());
const relayed = new URL(embedded.databaseUrl);
const relay = await startRelay({ host: relayed.hostname, port: Number(relayed.port) });
parts.defer(() => relay.close());
relayed.port = String(relay.port);
const port = await freePort();
const log = openSync(path.join(dataDir, 'service.log'), 'a');
const { PATH = '', HOME = '' } = process.env;
const program = fileURLToPath(new URL('soak-service.ts', import.meta.url));
const startedAt = performance.now();
const service = spawn(process.execPath, [program], {
  env: {
    PATH,
    HOME,
    DATA_DIR: dataDir,
    DATABASE_URL: relayed.href,
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    SEALING_KEYS: randomBytes(32).toString('base64url'),
    PORT: String(port),
    SOURCES: 'simulator',
    CLOCK_START: new Date(STARTS_AT).toISOString(),
    CLOCK_SPEED: String(SPEED),
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    STOP_NOTICE_S: '0',
  },
  stdio: ['ignore', log, log],
});
closeSync(log);
parts.defer(async () => {
  if (service.exitCode !== null) return;
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  await exited;
});
/** The service's own time, to some seconds of the machine's. */
const now = () => STARTS_AT + (performance.now() - startedAt) * SPEED;
say(`starting the service, whose log is in ${dataDir}`);
await untilReady([port]);
const db = openDatabase(embedded.databaseUrl, { maxConnections: 1 });
parts.defer(() => db.destroy());
const firstRun: Record<string, string> = JSON.parse(
  await readFile(path.join(dataDir, 'first-run.json'), 'utf8'),
);
const key = await createKey(embedded.databaseUrl, firstRun['admin_email'] ?? '');
const baseUrl = `http://127.0.0.1:${port}/api/v1`;
await untilForecasts({ baseUrl, key });

const seen = createSeen();
const samples: Sample[] = [];
const end = new AbortController();
const began = performance.now();
const beganAt = now();
say(
  `load for ${MINUTES} minutes, which are ${((MINUTES * SPEED) / 1440).toFixed(1)} days of the service's clock`,
);
const receiver = await startReceiver(takeDeliveries(seen));
parts.defer(() => receiver.close());
const load = runLoad(seen, {
  receiverUrl: receiver.url,
  baseUrl,
  key,
  user: { email: firstRun['admin_email'], password: firstRun['admin_password'] },
  now,
  signal: end.signal,
  losesConnections: LOSES_CONNECTIONS,
});
const losses = LOSES_CONNECTIONS
  ? loseConnections(end.signal)
  : Promise.resolve({ times: 0, connections: 0 });
while (performance.now() - began < MINUTES * 60_000) {
  samples.push(await takeSample(db, service.pid ?? 0));
  const { memoryMb, connections } = samples.at(-1) ?? { memoryMb: 0, connections: 0 };
  if (samples.length % 30 === 0)
    say(`${seen.requests} requests, ${memoryMb.toFixed(0)} MB, ${connections} connections`);
  await sleep(SAMPLE_EVERY_MS);
}
const endedAt = now();
end.abort();
await load;
const lostConnections = await losses;
await untilDelivered(db);
const undelivered = await countUndelivered(db);
await report(await check(db), {
  file: new URL('soak.md', import.meta.url),
  intro: `# Hours of load

\`npm run proof:soak\`, commit ${commitName()}: one process with small models, ${MINUTES} minutes with a clock that
runs ${SPEED} times as fast, ${((MINUTES * SPEED) / 1440).toFixed(1)} days of the simulated market, on two cores. The second quarter of the time
is compared with the last. ${LOSES_CONNECTIONS ? `Between it and its database a relay lost ${lostConnections.connections} open connections at ${lostConnections.times} moments: one half cut, one half\nwithout a word.` : 'No connection was lost.'}
`,
});

/** Loses some open connections from time to time, first when the endpoints for webhooks have been made. */
async function loseConnections(signal: AbortSignal): Promise<{ times: number; connections: number }> {
  const lost = { times: 0, connections: 0 };
  const [least, most] = LOSE_EVERY_MS;
  for (;;) {
    await sleep(least + Math.random() * (most - least), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return lost;
    lost.times++;
    lost.connections += relay.loseSome(LOST_SHARE);
  }
}

/** How many deliveries did not come. */
async function countUndelivered(database: Db): Promise<number> {
  const deliveries = await database.selectFrom('webhook_delivery').select('id').execute();
  return deliveries.filter(({ id }) => !seen.delivered.has(id)).length;
}

async function check(database: Db): Promise<Promised[]> {
  const from = performance.now() - began;
  const quarter = (n: number) => [began + (from * (n - 1)) / 4, began + (from * n) / 4];
  const within = <T extends { at: number }>(all: readonly T[], n: number) =>
    all.filter(({ at }) => at >= quarter(n)[0] && at < quarter(n)[1]);
  const [early, late] = [within(samples, 2), within(samples, 4)];
  const [earlyMs, lateMs] = [2, 4].map((n) => within(seen.answers, n).map(({ ms }) => ms));
  const typical = (of: (sample: Sample) => number) => [median(early.map(of)), median(late.map(of))];
  const isFlat = ([before, after]: number[], factor: number) => after <= before * factor;
  const pair = (figures: number[], digits = 0) =>
    figures.map((figure) => figure.toFixed(digits)).join(' then ');
  const latencies = [0.5, 0.95].map((share) => [quantile(earlyMs, share), quantile(lateMs, share)]);
  const memory = typical(({ memoryMb }) => memoryMb);
  const files = typical(({ files: open }) => open);
  const connections = typical(({ connections: open }) => open);
  const perDay = (quarterSamples: Sample[], table: string) => (growth(quarterSamples, table) * 24) / SPEED;
  const tables = [...(late.at(-1)?.tables.keys() ?? [])].map((name) => ({
    name,
    growth: [perDay(early, name), perDay(late, name)],
  }));
  const growing = tables.filter(({ growth: [, after] }) => after > SMALL_GROWTH_MB);
  const faster = growing.filter(
    ({ growth: [before, after] }) => after > Math.max(before, SMALL_GROWTH_MB) * 1.5,
  );
  const size = typical(({ tables: all }) => [...all.values()].reduce((sum, mb) => sum + mb, 0));
  const [since, until] = [beganAt, endedAt - LATENESS_MS];
  const scheduled = AUCTIONS.flatMap((product) =>
    scheduledRunsBetween(AUCTION_CALENDAR[product], since, until),
  ).length;
  const runs = await sql<{ published: number; missed: number }>`
    select (select count(distinct (product, scheduled_for))::int from forecast_run
            where scheduled_for > ${new Date(since)} and scheduled_for <= ${new Date(until)}) as published,
           (select count(*)::int from missed_run
            where scheduled_for > ${new Date(since)} and scheduled_for <= ${new Date(until)}) as missed`.execute(
    database,
  );
  const { published, missed } = runs.rows[0];
  const stored = new Set((await database.selectFrom('site').select('id').execute()).map(({ id }) => id));
  const lost = [...seen.sites].filter((id) => !stored.has(id)).length;
  const twice = await sql<{ sites: number; runs: number; deliveries: number }>`
    select (select count(*)::int from (select from site group by name having count(*) > 1) as names) as sites,
           (select count(*)::int from (select from forecast_run where data_origin = 'simulator'
             group by product, scheduled_for having count(*) > 1) as schedules) as runs,
           (select count(*)::int from (select from webhook_delivery
             group by event_id, endpoint_id having count(*) > 1) as events) as deliveries`.execute(database);
  const again = twice.rows[0];
  const failures = [...seen.failures].map(([failure, count]) => `${failure} (${count})`).join(', ');
  return [
    {
      promise: LOSES_CONNECTIONS
        ? 'every request is answered as it should be, or 503 right after connections were lost: at most one of a hundred'
        : 'every request is answered as it should be',
      seen: `${seen.requests} requests, ${seen.unavailable} of them 503, ${seen.streamed} events on two streams; ${failures === '' ? 'no other answer' : failures}`,
      holds: seen.requests > 0 && seen.failures.size === 0 && seen.unavailable * 100 <= seen.requests,
    },
    {
      promise: 'answers stay as quick: the median within 1.5 times, 95 of 100 within 2 times',
      seen: `median ${pair(latencies[0])} ms, 95 % within ${pair(latencies[1])} ms`,
      holds: isFlat(latencies[0], 1.5) && isFlat(latencies[1], 2),
    },
    {
      promise: 'memory stays within 1.15 times',
      seen: `${pair(memory)} MB; at most ${Math.max(...samples.map(({ memoryMb }) => memoryMb)).toFixed(0)}`,
      holds: isFlat(memory, 1.15),
    },
    {
      promise: 'connections and open files stay within 1.1 times',
      seen: `${pair(connections)} connections, ${pair(files)} files`,
      holds: isFlat(connections, 1.1) && isFlat(files, 1.1),
    },
    {
      promise: `no table grows faster: 1.5 times as many MB a day, from ${SMALL_GROWTH_MB} MB a day`,
      seen: `database ${pair(size)} MB; ${growing.map(({ name, growth: rate }) => `${name} ${pair(rate, 1)} MB a day`).join(', ') || 'no table above that'}`,
      holds: faster.length === 0,
    },
    {
      promise:
        'every scheduled run is published, or known as missed where the next was due first (at most one of ten)',
      seen: `${published} published and ${missed} missed of ${scheduled}`,
      holds: scheduled > 0 && published + missed === scheduled && missed * 10 <= scheduled,
    },
    {
      promise: 'no acknowledged site and no delivery is lost',
      seen: `${seen.sites.size} sites, ${lost} lost; ${seen.delivered.size} deliveries came, ${undelivered} did not`,
      holds: seen.sites.size > 0 && seen.delivered.size > 0 && lost + undelivered === 0,
    },
    {
      promise:
        'nothing is done twice: no site, no run of a schedule, no delivery of an event, and none is sent again that was taken',
      seen: `${again.sites} sites, ${again.runs} runs, ${again.deliveries} deliveries; ${seen.deliveredAgain} sent again`,
      holds: again.sites + again.runs + again.deliveries + seen.deliveredAgain === 0,
    },
  ];
}
