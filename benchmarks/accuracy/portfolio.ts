/**
 * Holds the ranges and plans of sites against the prices of real days, from the hourly forecasts that champion.ts left beside this file.
 * Run: node benchmarks/accuracy/portfolio.ts ../shared/data > benchmarks/accuracy/portfolio.md
 * The argument is a folder that holds epf/NP.csv, spain/SP_2023.csv and spain/panel_hourly_2015_2026Q1.csv.gz.
 */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type EpfData, parseEpfCsv } from '@lonja/forecasting';
import { distributionFromBounds } from '@lonja/forecasting/distribution';
import { drawPaths, empiricalQuantile, fitDependence, recalibrate } from '@lonja/forecasting/scenarios';
import { loadSolver } from '../../packages/server/src/desk/planner/plan-by-programme.ts';
import { solvePlan } from '../../packages/server/src/desk/planner/solve-plan.ts';
import { choiceLevels } from '../../packages/server/src/desk/portfolio/choice-levels.ts';
import { fingerprintsOf, provenance } from './provenance.ts';
import { parseSpanishPanel } from './spanish-panel.ts';

interface Period {
  value: number;
  p10: number;
  p90: number;
}

interface Day {
  periods: Period[];
  prices: Float64Array;
}

interface Outcome {
  isBelow: boolean;
  isAbove: boolean;
  /** Within the range that takes the plan's hours as if they had not been chosen by the forecast. */
  isInPlainRange: boolean;
  isInSummedBounds: boolean;
  expected: number;
  earned: number;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds epf/ and spain/.');
const unpack = promisify(gunzip);
const highs = await loadSolver();

const HOURS = 24;
const PAST_DAYS = 95;
const PATHS = 100;
const LIMITS = { lowest: -500, highest: 4000 };
const AVERSION = { weight: 0.5, tail: 0.1 };
/** 1 MW, two hours, 85 % of a whole cycle. */
const BATTERY = {
  powerMw: 1,
  energyMwh: 2,
  efficiency: 0.85,
  startMwh: 1,
  endMwh: 1,
  maxCycles: undefined,
  wearCost: 0,
};
const BATTERY_SITE = {
  kind: 'battery',
  capacity_mw: BATTERY.powerMw,
  storage_mw: null,
  energy_mwh: BATTERY.energyMwh,
  efficiency: BATTERY.efficiency,
} as const;
const FLAT = new Float64Array(HOURS).fill(1);
const SOLAR = Float64Array.from({ length: HOURS }, (_, hour) =>
  Math.max(0, Math.sin((Math.PI * (hour - 6)) / 14)),
);

const MARKETS = [
  { name: 'Spain 2022-23', forecasts: 'sp-2023', read: () => readEpf('spain/SP_2023.csv') },
  { name: 'Spain 2025-26', forecasts: 'spain-2025-26', read: readSpain },
  { name: 'Nord Pool 2016-18', forecasts: 'np', read: () => readEpf('epf/NP.csv') },
];

const DATA_FILES = ['spain/SP_2023.csv', 'spain/panel_hourly_2015_2026Q1.csv.gz', 'epf/NP.csv'];

const ranges: string[] = [];
const plans: string[] = [];
for (const { name, forecasts, read } of MARKETS) {
  const days = await readDays(forecasts, await read());
  const outcomes: Record<string, Outcome[]> = {};
  const foresight: number[] = [];
  for (let i = PAST_DAYS; i < days.length; i++) {
    const day = days[i];
    const past = days.slice(i - PAST_DAYS, i).map((other) => ({
      forecast: Float64Array.from(other.periods, ({ value }) => value),
      errors: errorsOf(other),
    }));
    const scenarios = drawPaths(
      { between: fitDependence(past.map(({ errors }) => errors)) },
      day.periods.map((period, slot) => ({ slot, distribution: distributionFromBounds(period) })),
      { count: PATHS, limits: LIMITS },
    );
    const options = { fromHour: 0, toHour: HOURS };
    const levels = choiceLevels(BATTERY_SITE, { past, periods: [] }, { options, plant: undefined });
    const values = Float64Array.from(day.periods, (_, t) => mean(scenarios.map((path) => path[t])));
    const positions = {
      flat: FLAT,
      solar: SOLAR,
      'battery, expected plan': planAt(values, undefined),
      'battery, robust plan': planAt(values, scenarios),
    };
    for (const [position, netMw] of Object.entries(positions)) {
      (outcomes[position] ??= []).push(
        outcomeOf(netMw, day, {
          values,
          scenarios,
          levels: position.startsWith('battery') ? levels : undefined,
        }),
      );
    }
    foresight.push(moneyOf(planAt(day.prices, undefined), day.prices));
  }
  for (const [position, ofPosition] of Object.entries(outcomes)) {
    ranges.push(rangeRow(name, position, ofPosition));
    if (position.startsWith('battery')) plans.push(planRow(name, position, ofPosition, foresight));
  }
  console.error(`${name} is done.`);
}

console.log(`# Ranges and plans of sites

Regenerate with \`node benchmarks/accuracy/portfolio.ts FOLDER > benchmarks/accuracy/portfolio.md\`. The forecasts are those of
[champion.md](champion.md), day by day with the bounds that they had; how hours go together on the ${PAST_DAYS} days before each day. The
distribution of an hour is a normal one in two halves through forecast and bounds, as of the service's runs of before whole distributions
were stored; ${PATHS} paths. Days of 23 and 25 hours are left out. Spain 2022-23 is SP_2023, whose clock is one hour late: each of its days begins with
hour 23 of the day before.

The range of a day's money: how often the money at the prices that cleared lay below its 10th and above its 90th percentile, and within both (80 % is
right); beside it how often it lay within the range before it is recalibrated for plans, and within the sums of the hourly bounds.
Flat is 1 MW all day, solar half a sine from 6:00 to 20:00, the battery has
1 MW, 2 MWh and 85 % efficiency and ends the day half full as it began it.

| market | position | days | below % | above % | within % | not recalibrated % | summed hourly bounds % |
|---|---|---|---|---|---|---|---|
${ranges.join('\n')}

What the battery's plans earned: EUR a day on average, expected and at the prices that cleared, the mean of the worst tenth of the days, days with a loss, and
the share of what perfect foresight would have earned.

| market | plan | expected | earned | worst tenth | days with a loss % | of perfect foresight % |
|---|---|---|---|---|---|---|
${plans.join('\n')}

${provenance({ data: await fingerprintsOf(folder, DATA_FILES) })}
The forecasts:
${(await forecastsMadeFrom()).join('\n')}

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. No randomness: the figures are the same on every run.`);

/** What champion.ts noted beside the forecasts of each market; older ones have no note. */
async function forecastsMadeFrom(): Promise<string[]> {
  const forecastFolder = fileURLToPath(new URL('./forecasts/', import.meta.url));
  return Promise.all(
    MARKETS.map(async ({ forecasts }) => {
      const [print] = await fingerprintsOf(forecastFolder, [`${forecasts}.csv.gz`]);
      const note = await readFile(path.join(forecastFolder, `${forecasts}.txt`), 'utf8').catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return 'no note of commit and recipe';
          throw error;
        },
      );
      return `- ${print}: ${note.trim()}`;
    }),
  );
}

async function readEpf(file: string): Promise<Pick<EpfData, 'panel' | 'periods'>> {
  return parseEpfCsv(await readFile(path.join(folder, file), 'utf8'));
}

async function readSpain(): Promise<Pick<EpfData, 'panel' | 'periods'>> {
  const packed = await readFile(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz'));
  return parseSpanishPanel((await unpack(packed)).toString('utf8'), '2021-01-01');
}

async function readDays(file: string, { periods }: Pick<EpfData, 'periods'>): Promise<Day[]> {
  const priceAt = new Map(periods.map(({ time, price }) => [time, price]));
  const packed = await readFile(new URL(`./forecasts/${file}.csv.gz`, import.meta.url));
  const rows = (await unpack(packed))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const byDay = Map.groupBy(rows, ([time]) => time.slice(0, 10));
  return [...byDay.values()].flatMap((ofDay): Day[] => {
    const prices = Float64Array.from(ofDay, ([time]) => priceAt.get(time) ?? Number.NaN);
    if (ofDay.length !== HOURS || prices.some(Number.isNaN)) return [];
    const hours = ofDay.map((row) => {
      const [value, p10, p90] = row.slice(1, 4).map(Number);
      return { value, p10, p90 };
    });
    return [{ periods: hours, prices }];
  });
}

function errorsOf({ periods, prices }: Day): Float64Array {
  return prices.map((price, slot) => price - periods[slot].value);
}

function planAt(prices: Float64Array, scenarios: Float64Array[] | undefined): Float64Array {
  const plan = solvePlan(highs, {
    periodHours: 1,
    prices,
    risk: scenarios && { ...AVERSION, scenarios },
    battery: BATTERY,
    load: undefined,
    generationMw: undefined,
    offerFloor: undefined,
    connectionMw: undefined,
  });
  return plan.netMw;
}

function outcomeOf(
  netMw: Float64Array,
  { periods, prices }: Day,
  {
    values,
    scenarios,
    levels,
  }: { values: Float64Array; scenarios: Float64Array[]; levels: Float64Array | undefined },
): Outcome {
  const plain = Float64Array.from(scenarios, (row) => moneyOf(netMw, row)).sort();
  const ascending = levels === undefined ? plain : recalibrate(plain, levels).sort();
  const earned = moneyOf(netMw, prices);
  const bound = (pick: (period: Period, mw: number) => number) =>
    periods.reduce((sum, period, t) => sum + netMw[t] * pick(period, netMw[t]), 0);
  return {
    isBelow: earned < empiricalQuantile(ascending, 0.1),
    isAbove: earned > empiricalQuantile(ascending, 0.9),
    isInPlainRange: earned >= empiricalQuantile(plain, 0.1) && earned <= empiricalQuantile(plain, 0.9),
    isInSummedBounds:
      earned >= bound(({ p10, p90 }, mw) => (mw > 0 ? p10 : p90)) &&
      earned <= bound(({ p10, p90 }, mw) => (mw > 0 ? p90 : p10)),
    expected: moneyOf(netMw, values),
    earned,
  };
}

function moneyOf(netMw: Float64Array, prices: Float64Array): number {
  return netMw.reduce((sum, mw, t) => sum + mw * prices[t], 0);
}

function rangeRow(market: string, position: string, outcomes: readonly Outcome[]): string {
  const share = (holds: (outcome: Outcome) => boolean) =>
    ((100 * outcomes.filter(holds).length) / outcomes.length).toFixed(1);
  const cells = [
    share(({ isBelow }) => isBelow),
    share(({ isAbove }) => isAbove),
    share(({ isBelow, isAbove }) => !isBelow && !isAbove),
    share(({ isInPlainRange }) => isInPlainRange),
    share(({ isInSummedBounds }) => isInSummedBounds),
  ];
  return `| ${market} | ${position} | ${outcomes.length} | ${cells.join(' | ')} |`;
}

function planRow(
  market: string,
  position: string,
  outcomes: readonly Outcome[],
  foresight: readonly number[],
): string {
  const earned = outcomes.map((outcome) => outcome.earned).sort((a, b) => a - b);
  const cells = [
    mean(outcomes.map(({ expected }) => expected)).toFixed(2),
    mean(earned).toFixed(2),
    mean(earned.slice(0, Math.ceil(earned.length / 10))).toFixed(2),
    ((100 * earned.filter((money) => money < 0).length) / earned.length).toFixed(1),
    ((100 * mean(earned)) / mean(foresight)).toFixed(1),
  ];
  return `| ${market} | ${position.split(', ')[1]} | ${cells.join(' | ')} |`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
