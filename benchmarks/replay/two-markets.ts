/**
 * Lives through days of March 2026 on the real files with both markets: which scheduled runs of the eight products are published, why the others
 * are not, and how much longer the runs of both markets take than those of Spain alone. Prints two-markets.md.
 * Run: node benchmarks/replay/two-markets.ts ../shared/data > benchmarks/replay/two-markets.md
 * `--from` and `--to` are days of the virtual clock, both inclusive.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  addDays,
  AUCTION_CALENDAR,
  AUCTIONS,
  DAY_MS,
  dayRange,
  dayStart,
  isFirstZone,
  type Product,
  PRODUCTS,
  scheduledRunsBetween,
  zoneOf,
} from '@lonja/forecasting/market';
import { removeData, runLonja } from '../../e2e/running-service.ts';
import { readOperatorConfig } from '../../packages/server/src/operate/config/config.ts';
import { daysReadBy } from '../../packages/server/src/forecasts/issue/day-ahead-model.ts';
import { modelIssuesBetween } from '../../packages/server/src/forecasts/fundamentals/model-schedule.ts';
import { OperatorError } from '../../packages/server/src/ground/errors.ts';
import type { JobName, JobPayloads } from '../../packages/server/src/ground/jobs/queue.ts';
import { marketProductId } from '../../packages/server/src/ground/market-ids.ts';
import { announcePrices } from '../../packages/server/src/market/prices/announce-prices.ts';
import { copyHistory } from '../../packages/server/src/market/publications/history.ts';
import { openContext } from '../../packages/server/src/start/context.ts';
import { jobHandlers } from '../../packages/server/src/start/job-handlers.ts';
import { readArrivals } from '../../packages/server/src/start/replay/arrivals.ts';
import { createReplayClock } from '../../packages/server/src/start/replay/replay-clock.ts';
import { openReplayDatabase } from '../../packages/server/src/start/replay/replay-database.ts';
import { reportReplay } from '../../packages/server/src/start/replay/replay-report.ts';
import { queueDueForecasts, queueDueFundamentals } from '../../packages/server/src/start/scheduler.ts';
import { commitName } from '../accuracy/commit-name.ts';

const SINCE = '2023';
const PANEL = 'spain/panel_hourly_2015_2026Q1.csv.gz';
const FOLDERS = ['omie/raw', 'omie/raw-intraday'];
const SPARE_DAYS = 60;
const HIGHEST_RATIO = 1.5;
/** Work after a run that nobody waits for. */
const AFTERWARDS: ReadonlySet<JobName> = new Set(['run-shadows', 'backtest-runs', 'complete-calibration']);

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '2026-03-01' },
    to: { type: 'string', default: '2026-03-31' },
  },
});
const [data] = positionals;
if (data === undefined) throw new Error('Give the folder that holds omie/ and spain/.');
const { from, to } = asked;
const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-two-markets-'));
const spent = new Map<Product, { ms: number; runs: number }>();
const refused = new Map<string, number>();
let calibrationMs = 0;
try {
  await importFiles();
  const context = await openContext(
    readOperatorConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
    {
      mayCreate: false,
    },
  );
  try {
    const { db } = await openReplayDatabase(context.databaseUrl, {
      name: 'lonja_two_markets',
      isFresh: true,
    });
    try {
      const clock = createReplayClock(dayStart(from));
      const replayed = {
        ...context,
        db,
        clock,
        challengers: [],
        auctions: { ...context.auctions, challengers: [] },
      };
      await live(replayed, context.db);
      print(await reportReplay({ db, clock }, { from, to }));
    } finally {
      await db.destroy();
    }
  } finally {
    await context.close();
  }
} finally {
  await removeData(dataDir);
}

/** Loads the panel and OMIE's files of both auctions from `SINCE` on into a database of its own. */
async function importFiles(): Promise<void> {
  const text = (await promisify(gunzip)(await readFile(path.join(data, PANEL)))).toString('utf8');
  const [header, ...lines] = text.split('\n');
  const panel = path.join(dataDir, 'panel.csv');
  await writeFile(panel, [header, ...lines.filter((line) => line >= SINCE)].join('\n') + '\n');
  const folder = path.join(dataDir, 'omie');
  await mkdir(folder);
  for (const name of FOLDERS) {
    for (const file of await readdir(path.join(data, name))) {
      const day = /_(\d{8})/.exec(file)?.[1] ?? '';
      if (day >= SINCE) await symlink(path.resolve(data, name, file), path.join(folder, file));
    }
  }
  for (const args of [
    ['csv', panel],
    ['omie', folder],
  ]) {
    const { code, stderr } = await runLonja(['import', ...args], { DATA_DIR: dataDir });
    if (code !== 0) throw new Error(stderr);
    console.error(`imported ${args[0]}`);
  }
  await rm(folder, { recursive: true });
}

/** The scheduler and the jobs at each instant at which something happens, one job after the other, each with its time. */
async function live(
  context: Parameters<typeof jobHandlers>[0] &
    Parameters<typeof queueDueForecasts>[0] & {
      clock: ReturnType<typeof createReplayClock>;
    },
  history: typeof context.db,
): Promise<void> {
  const { db, clock } = context;
  const opening = dayStart(from);
  const readFrom = opening - (daysReadBy(context.champion) + SPARE_DAYS) * DAY_MS;
  await copyHistory(history, db, { from: readFrom, asOf: opening });
  const handlers = jobHandlers({
    ...context,
    async forecastHorizons(...given) {
      const begun = performance.now();
      const forecasts = await context.forecastHorizons(...given);
      if (given[2] === 'calibration') calibrationMs += performance.now() - begun;
      return forecasts;
    },
  });
  const followedUp = new Map<string, number>();
  const askedFor = new Set<number>();
  const never = new AbortController().signal;
  let worked = false;
  const queue = {
    async send<Name extends JobName>(name: Name, _key: string, payload: JobPayloads[Name]): Promise<boolean> {
      if (AFTERWARDS.has(name)) return true;
      const begun = performance.now();
      try {
        await handlers[name](payload, never);
        worked = true;
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        refused.set(error.message, (refused.get(error.message) ?? 0) + 1);
      }
      if (name === 'issue-forecast') note(payload, performance.now() - begun);
      return true;
    },
  };
  for (const day of dayRange(from, to)) {
    const until = dayStart(addDays(day, 1));
    const arrivals = await readArrivals(history, { after: clock.now(), until });
    const runs = AUCTIONS.flatMap((product) =>
      scheduledRunsBetween(AUCTION_CALENDAR[product], clock.now(), until).map(
        ({ scheduledFor }) => scheduledFor,
      ),
    );
    const stops = [...arrivals.instants, ...runs, ...modelIssuesBetween(clock.now(), until), until];
    for (const stop of [...new Set(stops)].toSorted((a, b) => a - b)) {
      clock.advanceTo(stop);
      await arrivals.storeUntil(db, stop);
      await announcePrices(context);
      do {
        worked = false;
        await queueDueFundamentals(context, queue, askedFor);
        await queueDueForecasts(context, queue, followedUp);
      } while (worked);
    }
    console.error(day, Object.fromEntries(spent));
  }
}

function note(payload: object, ms: number): void {
  const name = 'product' in payload ? payload.product : undefined;
  const product = PRODUCTS.find((known) => known === name);
  if (product === undefined) return;
  const before = spent.get(product) ?? { ms: 0, runs: 0 };
  spent.set(product, { ms: before.ms + ms, runs: before.runs + 1 });
}

function print(report: Awaited<ReturnType<typeof reportReplay>>): void {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const timeOf = (product: Product) => spent.get(product) ?? { ms: 0, runs: 0 };
  const total = (products: readonly Product[]) =>
    products.reduce((sum, product) => sum + timeOf(product).ms, 0);
  const [spain, both] = [total(PRODUCTS.filter((product) => isFirstZone(zoneOf(product)))), total(PRODUCTS)];
  const tallies = new Map(report.runs.map((tally) => [tally.product, tally]));
  const lines = PRODUCTS.map((product) => {
    const tally = tallies.get(product);
    const { ms, runs } = timeOf(product);
    const cells =
      tally === undefined
        ? ['', '', '', '', '', '']
        : [
            tally.scheduled,
            tally.published,
            tally.newInputs,
            tally.degraded,
            seconds(ms),
            seconds(ms / runs),
          ];
    return `| ${[marketProductId(product), ...cells].join(' | ')} |`;
  });
  const reasons = report.runs.flatMap(({ product, reasons: all, missing }) => [
    ...missing.map((at) => `- ${marketProductId(product)}: not published: ${at}`),
    ...all.map(({ reason, runs }) => `- ${marketProductId(product)}, ${runs} runs: ${reason}`),
  ]);
  const accuracy = report.byLeadDay
    .filter(({ group }) => group === '1')
    .map(({ product, scores }) => {
      const { count, maeEurPerMwh, coveragePercent } = scores;
      return `| ${marketProductId(product)} | ${count} | ${maeEurPerMwh.toFixed(2)} | ${coveragePercent.toFixed(1)} |`;
    });
  console.log(`# Both markets in March 2026

Regenerate with \`node benchmarks/replay/two-markets.ts FOLDER --from ${from} --to ${to} > benchmarks/replay/two-markets.md\`.

The service's scheduler and jobs from ${from} to ${to} on OMIE's files and the hourly panel, each value from the instant at which it was published,
with the models of the service and no challengers. One job after the other; the time of a run is that of its job, reading and writing included. Work after
a run that nobody waits for (challengers, further calibration, back-tested runs) is left out. The first run of each schedule of Spain makes up 21 past
forecasts for its bounds, ${seconds(calibrationMs)} s of forecasting in all, which is in the times of Spain.

Commit ${commitName()}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}.

| product | scheduled | published | answered inputs | degraded | time of its runs, s | of one, s |
|---|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

- **All runs ${seconds(both)} s, Spain's alone ${seconds(spain)} s: ratio ${(both / spain).toFixed(3)}** (at most ${HIGHEST_RATIO} was asked for);
  without the calibration ${((both - calibrationMs) / (spain - calibrationMs)).toFixed(3)}.

Why runs were degraded, or not published:

${reasons.join('\n')}
${[...refused].map(([reason, count]) => `- asked in vain ${count} times: ${reason}`).join('\n')}

Accuracy of the first day, EUR/MWh:

| product | hours | MAE | in p10-p90, % |
|---|---:|---:|---:|
${accuracy.join('\n')}`);
}
