/**
 * Measures the data platform: loading a million observations beside PostgreSQL's own COPY of the same rows into the same table, in
 * turns; reading the panel that a day-ahead run could need, four years of 20 series as of an instant; and a whole daily cycle of all
 * four products with shadow runs and the own forecasts of the power system, on the simulated market. Beside the time on the wall it
 * gives the processor time of this process, its threads included.
 * Run: node benchmarks/speed/data-platform.ts > benchmarks/speed/data-platform.md
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, type } from 'node:os';
import path from 'node:path';
import { buildPanel } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  addDays,
  DAY_MS,
  dayStart,
  AUCTIONS,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import { hourlyLookup, panelWindow } from '@lonja/forecasting/data';
import { createUniform } from '@lonja/forecasting/simulator';
import { sql } from 'kysely';
import { readConfig } from '../../packages/server/src/operate/config/config.ts';
import { createContext } from '../../packages/server/src/start/context.ts';
import { loadData } from '../../packages/server/src/forecasts/preparation/load-data.ts';
import { issueRun } from '../../packages/server/src/forecasts/issue/issue-run.ts';
import { forecastFundamentals } from '../../packages/server/src/forecasts/fundamentals/forecast-fundamentals.ts';
import {
  isModelIssue,
  modelIssuesBetween,
} from '../../packages/server/src/forecasts/fundamentals/model-schedule.ts';
import { runShadows } from '../../packages/server/src/forecasts/models/shadow-runs.ts';
import { ensureFeed } from '../../packages/server/src/market/observations/feeds.ts';
import {
  appendObservations,
  readSeries,
} from '../../packages/server/src/market/observations/observations.ts';

const SEED = 1;
const ROUNDS = 3;
const LOADED_FEEDS = 10;
const LOADED_ROWS = 100_000;
const SERIES = 20;
const PANEL_DAYS = 4 * 365;
const DAY = '2026-03-31';

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-data-platform-'));
await chmod(dataDir, 0o755);
const context = await createContext(
  readConfig({
    DATA_DIR: dataDir,
    SOURCES: 'simulator',
    LOG_LEVEL: 'warn',
    CLOCK_START: `${addDays(DAY, -1)}T00:00:00Z`,
  }),
);
const { db } = context;
const uniform = createUniform(SEED);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

console.log(head());
console.log(loadSection(await measureLoads()));
console.log(panelSection(await measurePanel()));
console.log(cycleSection(await measureCycle()));
await context.close();
await rm(dataDir, { recursive: true, force: true });

/** Seconds for the same rows by the store and by COPY, into the empty table, in turns. */
async function measureLoads() {
  const start = Float64Array.from({ length: LOADED_ROWS }, (_, i) => Date.UTC(2022, 0, 1) + i * 900_000);
  const rows = {
    start,
    value: start.map(() => 10_000 * uniform()),
    availableAt: start.map((instant) => instant + DAY_MS),
  };
  const feeds = Array.from({ length: LOADED_FEEDS }, (_, i) => ({
    series: `benchmark.load.${i}`,
    source: 'csv',
    resolution: 'PT15M' as const,
    unit: 'MW',
  }));
  const file = path.join(dataDir, 'rows.csv');
  const lines: string[] = [];
  for (const feed of feeds) {
    const id = await ensureFeed(db, feed);
    for (let i = 0; i < LOADED_ROWS; i++) {
      const [from, known] = [rows.start[i], rows.availableAt[i]].map((ms) => new Date(ms).toISOString());
      lines.push(`${id},${from},1,${rows.value[i]},${known}`);
    }
  }
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o644);
  const emptied = async (work: () => Promise<unknown>) => {
    await sql`truncate observation`.execute(db);
    await sql`checkpoint`.execute(db);
    return seconds(work);
  };
  const rounds: { storeS: number; copyS: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const storeS = await emptied(async () => {
      for (const feed of feeds) await appendObservations(db, feed, rows);
    });
    const copyS = await emptied(() =>
      sql`copy observation (feed_id, start_at, revision, value, available_at) from ${sql.lit(file)} (format csv)`.execute(
        db,
      ),
    );
    rounds.push({ storeS, copyS });
  }
  await sql`truncate observation`.execute(db);
  return rounds;
}

/** Milliseconds to read the panel and to build it, with a tenth of the hours known in a second revision that comes too late. */
async function measurePanel() {
  const days = { from: addDays(DAY, -PANEL_DAYS), to: DAY };
  const window = panelWindow(days.from, days.to);
  const hours = (window.to - window.from) / 3_600_000;
  const asOf = dayStart(DAY);
  const keys = Array.from({ length: SERIES }, (_, i) => (i === 0 ? 'price.da' : `benchmark.panel.${i}`));
  for (const series of keys) {
    const once = Float64Array.from({ length: hours }, (_, i) => window.from + i * 3_600_000);
    const twice = [...once].flatMap((instant, i) =>
      i % 10 === 0
        ? [
            [instant, instant - DAY_MS],
            [instant, asOf + 1],
          ]
        : [[instant, instant - DAY_MS]],
    );
    await appendObservations(
      db,
      { series, source: 'csv', resolution: 'PT1H', unit: 'MW' },
      {
        start: Float64Array.from(twice, ([instant]) => instant),
        value: Float64Array.from(twice, () => 100 * uniform()),
        availableAt: Float64Array.from(twice, ([, known]) => known),
      },
    );
  }
  await sql`analyze observation`.execute(db);
  const read = async (store: typeof db) => {
    const series = await readSeries(store, { keys, dataOrigin: 'market', ...window, asOf });
    const hourly = (key: string) => hourlyLookup(series.get(key) ?? [], { ...window, asOf });
    const exogenous = keys.slice(1).map((name) => ({ name, values: hourly(name) }));
    return buildPanel({ ...days, price: hourly('price.da'), exogenous });
  };
  await read(db);
  const rounds = 2 * ROUNDS + 1;
  const times: number[] = [];
  const keptTimes: number[] = [];
  let processorMs = 0;
  for (let round = 0; round < rounds; round++) {
    // What is kept in memory is kept for one handle of the database: for this one nothing is yet.
    const fresh = db.withoutPlugins();
    const processor = process.cpuUsage();
    times.push(1000 * (await seconds(() => read(fresh))));
    const { user, system } = process.cpuUsage(processor);
    processorMs += (user + system) / 1000 / rounds;
    keptTimes.push(1000 * (await seconds(() => read(fresh))));
  }
  await sql`truncate observation`.execute(db);
  return { times, keptTimes, values: keys.length * hours, processorMs };
}

interface Spent {
  s: number;
  processorS: number;
}

/** What every run of one day after its predecessors takes, by product, with the challengers' shadows and the forecasts of the power system. */
async function measureCycle() {
  await loadData(context);
  const warm = addDays(DAY, -2);
  const dataOrigin = 'simulator' as const;
  const workOf = (day: string) => {
    const [from, to] = [dayStart(day), dayStart(addDays(day, 1))];
    const runs = AUCTIONS.flatMap((product) =>
      scheduledRunsBetween(AUCTION_CALENDAR[product], from, to).map((run) => ({
        at: run.scheduledFor,
        steps: [
          [product, (at: typeof context) => issueRun(at, { product, dataOrigin, run })],
          ['shadow runs', (at: typeof context) => runShadows(at, { product, dataOrigin })],
        ] as const,
      })),
    );
    const forecastWhereDue = async (now: typeof context, at: number) => {
      if (await isModelIssue(now.db, { dataOrigin, at })) await forecastFundamentals(now, dataOrigin);
    };
    const issues = modelIssuesBetween(from, to).map((at) => ({
      at,
      steps: [['power system', (now: typeof context) => forecastWhereDue(now, at)]] as const,
    }));
    return [...runs, ...issues].sort((one, other) => one.at - other.at);
  };
  const liveThrough = async (day: string) => {
    const spent = new Map<string, Spent>();
    for (const { at, steps } of workOf(day)) {
      for (const [name, work] of steps) {
        const processor = process.cpuUsage();
        const s = await seconds(() => work({ ...context, clock: { now: () => at } }));
        const { user, system } = process.cpuUsage(processor);
        const before = spent.get(name) ?? { s: 0, processorS: 0 };
        spent.set(name, { s: before.s + s, processorS: before.processorS + (user + system) / 1e6 });
      }
    }
    return spent;
  };
  const first = await seconds(() => liveThrough(warm));
  return { first, spent: await liveThrough(addDays(DAY, -1)) };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function head(): string {
  return `# Speed of the data platform

Regenerate: \`node benchmarks/speed/data-platform.ts > benchmarks/speed/data-platform.md\`.

- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}; PostgreSQL shares it
- Node ${process.versions.node}; seed ${SEED}
`;
}

function loadSection(loads: { storeS: number; copyS: number }[]): string {
  const ratio = median(loads.map(({ storeS, copyS }) => storeS / copyS));
  return `## Loading

${LOADED_FEEDS} feeds of ${LOADED_ROWS} rows into the empty table with its partitions, key and triggers. The store compares every row with what it holds and numbers
the revisions; COPY does neither. Load average ${loadavg()[0].toFixed(1)}.

| round | store, s | COPY, s | ratio |
|---|---:|---:|---:|
${loads.map(({ storeS, copyS }, i) => `| ${i + 1} | ${storeS.toFixed(2)} | ${copyS.toFixed(2)} | ${(storeS / copyS).toFixed(2)} |`).join('\n')}

Median ratio: **${ratio.toFixed(2)}**.
`;
}

function panelSection({
  times,
  keptTimes,
  values,
  processorMs,
}: {
  times: number[];
  keptTimes: number[];
  values: number;
  processorMs: number;
}): string {
  return `## Reading a panel

${SERIES} series of ${PANEL_DAYS} days, ${values} hourly values as of an instant after which a tenth of them was corrected, from the database to the panel:
median **${median(times).toFixed(0)} ms** of ${times.length} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}), ${processorMs.toFixed(0)} ms of processor beside PostgreSQL's. Asked again, while
nothing has changed, from what the process keeps: median ${median(keptTimes).toFixed(0)} ms. Load average ${loadavg()[0].toFixed(1)}.
`;
}

function cycleSection({ first, spent }: { first: number; spent: Map<string, Spent> }): string {
  const total = (pick: (one: Spent) => number) =>
    [...spent.values()].reduce((sum, one) => sum + pick(one), 0);
  return `## A day

Both runs of each product on the simulated market and three forecasts of the power system, each at its own instant, one after the other. Load average ${loadavg()[0].toFixed(1)}.

| | s | of processor, s |
|---|---:|---:|
${[...spent].map(([name, { s, processorS }]) => `| ${name} | ${s.toFixed(1)} | ${processorS.toFixed(1)} |`).join('\n')}
| together | **${total(({ s }) => s).toFixed(1)}** | ${total(({ processorS }) => processorS).toFixed(1)} |

The day before, on which every product's first run had to make up the calibration that it waits for, took ${first.toFixed(0)} s.`;
}
