/**
 * Measures the data platform: loading a million observations beside PostgreSQL's own COPY of the same rows into the same table, in
 * turns; reading the panel that a day-ahead run could need, four years of 20 series as of an instant; and a whole daily cycle of all
 * four products with shadow runs, on the simulated market.
 * Run: node benchmarks/speed/data-platform.ts > benchmarks/speed/data-platform.md
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, type } from 'node:os';
import path from 'node:path';
import {
  AUCTION_CALENDAR,
  addDays,
  buildPanel,
  createUniform,
  DAY_MS,
  dayStart,
  hourlyValues,
  panelWindow,
  PRODUCTS,
  scheduledRunsBetween,
} from '@lonja/forecasting';
import { sql } from 'kysely';
import { readConfig } from '../../packages/server/src/config.ts';
import { createContext } from '../../packages/server/src/context.ts';
import { loadData } from '../../packages/server/src/services/data/load-data.ts';
import { issueRun } from '../../packages/server/src/services/forecasts/issue-run.ts';
import { runShadows } from '../../packages/server/src/services/models/run-shadows.ts';
import { ensureFeed } from '../../packages/server/src/store/feeds.ts';
import { appendObservations, readSeries } from '../../packages/server/src/store/observations.ts';

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
  const read = async () => {
    const series = await readSeries(db, { keys, dataOrigin: 'market', ...window, asOf });
    const hourly = (key: string) => hourlyValues(series.get(key) ?? [], { ...window, asOf });
    const exogenous = keys.slice(1).map((name) => ({ name, values: hourly(name) }));
    return buildPanel({ ...days, price: hourly('price.da'), exogenous });
  };
  await read();
  const times: number[] = [];
  for (let round = 0; round < 2 * ROUNDS + 1; round++) times.push(1000 * (await seconds(read)));
  await sql`truncate observation`.execute(db);
  return { times, values: keys.length * hours };
}

/** Seconds for every run of one day after its predecessors, by product, with the challengers' shadows. */
async function measureCycle() {
  await loadData(context);
  const warm = addDays(DAY, -2);
  const runsOf = (day: string) =>
    PRODUCTS.flatMap((product) =>
      scheduledRunsBetween(AUCTION_CALENDAR[product], dayStart(day), dayStart(addDays(day, 1))).map(
        (run) => ({
          product,
          run,
        }),
      ),
    ).sort((a, b) => a.run.scheduledFor - b.run.scheduledFor);
  const issueDay = async (day: string) => {
    const spent = new Map<string, number>();
    for (const { product, run } of runsOf(day)) {
      const at = { ...context, clock: { now: () => run.scheduledFor } };
      const request = { product, dataOrigin: 'simulator' as const };
      const add = (name: string, s: number) => spent.set(name, (spent.get(name) ?? 0) + s);
      add(product, await seconds(() => issueRun(at, { ...request, run })));
      add('shadow runs', await seconds(() => runShadows(at, request)));
    }
    return spent;
  };
  const first = await seconds(() => issueDay(warm));
  return { first, spent: await issueDay(addDays(DAY, -1)) };
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

function panelSection({ times, values }: { times: number[]; values: number }): string {
  return `## Reading a panel

${SERIES} series of ${PANEL_DAYS} days, ${values} hourly values as of an instant after which a tenth of them was corrected, from the database to the panel:
median **${median(times).toFixed(0)} ms** of ${times.length} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}). Load average ${loadavg()[0].toFixed(1)}.
`;
}

function cycleSection({ first, spent }: { first: number; spent: Map<string, number> }): string {
  const total = [...spent.values()].reduce((sum, s) => sum + s, 0);
  return `## A day

Both runs of each product on the simulated market, each at its own instant, one after the other. Load average ${loadavg()[0].toFixed(1)}.

| | s |
|---|---:|
${[...spent].map(([name, s]) => `| ${name} | ${s.toFixed(1)} |`).join('\n')}
| together | **${total.toFixed(1)}** |

The day before, on which every product's first run had to make up the calibration that it waits for, took ${first.toFixed(0)} s.`;
}
