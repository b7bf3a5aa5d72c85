/**
 * Back-tests the champion on the open benchmarks, next to LEAR, writes each hour's forecasts as compressed CSV beside this file, with what
 * they were made from, and prints the tables of champion.md.
 * Run: node benchmarks/accuracy/champion.ts ../shared/data > benchmarks/accuracy/champion.md
 * The first argument is a folder that holds epf/NP.csv, epf/FR.csv, epf/PJM.csv, spain/SP_2023.csv, spain/fuels_daily_normalised.csv
 * and spain/panel_hourly_2015_2026Q1.csv.gz. A second one is a folder for the forecasts of each day, so that an interrupted run goes on
 * where it stopped; without it they go to a new folder among the temporary files. Names of markets behind it leave out the others.
 */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  type BacktestResult,
  type EpfData,
  type Recipe,
  CHAMPION,
  LEAR,
  createModel,
  parseEpfCsv,
  pinballLoss,
} from '@lonja/forecasting';
import { type DeliveryDay, nationalHolidaysAmong } from '@lonja/forecasting/market';
import { type ScoredPeriod, assembleBacktest, planBacktest } from '@lonja/forecasting/backtest';
import { coveragePercent, multivariateDieboldMariano, winklerScore } from '@lonja/forecasting/metrics';
import { americanHolidays, frenchHolidays, holidaysAmong, nordicHolidays } from './market-holidays.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';
import { type HourStamps, spanishSignals } from './spanish-signals.ts';
import { parseSpanishPanel } from './spanish-panel.ts';

interface Benchmark {
  name: string;
  files: string[];
  read(): Promise<Pick<EpfData, 'panel' | 'periods'>>;
  from: string;
  to: string;
  best: string;
  /** First day of the span for which intervals have been published. */
  intervalsFrom?: string;
  /** Of a Spanish market, which is run once more with what else had been said before each day (spanish-signals.ts). */
  stamps?: HourStamps;
}

/** Days below which a group's coverage is not reported. */
const FEWEST_DAYS = 30;
const [folder, dayFolder = await mkdtemp(path.join(tmpdir(), 'champion-')), ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds epf/ and spain/.');
console.error(`The forecasts of each day go to ${dayFolder}.`);
const forecastFolder = new URL('./forecasts/', import.meta.url);

const readText = (file: string) => readFile(path.join(folder, file), 'utf8');
const readEpf =
  (file: string, holidaysOf: (days: DeliveryDay[]) => ReadonlySet<DeliveryDay>) =>
  async (): Promise<Pick<EpfData, 'panel' | 'periods'>> => {
    const { panel, periods } = parseEpfCsv(await readText(file));
    return { panel: { ...panel, holidays: holidaysOf(panel.days) }, periods };
  };
/** Prices of the intraday auction with the panel's other columns, and gas. */
const SIGNAL_FILES = ['spain/panel_hourly_2015_2026Q1.csv.gz', 'spain/fuels_daily_normalised.csv'];
const BENCHMARKS: Benchmark[] = [
  {
    name: 'SP_2023',
    files: ['spain/SP_2023.csv', ...SIGNAL_FILES],
    read: readEpf('spain/SP_2023.csv', nationalHolidaysAmong),
    from: '2022-01-01',
    to: '2023-05-31',
    best: '17.291 (ASDNN)',
    intervalsFrom: '2022-07-02',
    stamps: 'end',
  },
  {
    name: 'NP',
    files: ['epf/NP.csv'],
    read: readEpf('epf/NP.csv', holidaysAmong(nordicHolidays)),
    from: '2016-12-27',
    to: '2018-12-24',
    best: '1.58 (NBEATSx-G)',
  },
  {
    name: 'PJM',
    files: ['epf/PJM.csv'],
    read: readEpf('epf/PJM.csv', holidaysAmong(americanHolidays)),
    from: '2016-12-27',
    to: '2018-12-24',
    best: '2.787 (LEAR and DNN)',
  },
  {
    name: 'FR',
    files: ['epf/FR.csv'],
    read: readEpf('epf/FR.csv', holidaysAmong(frenchHolidays)),
    from: '2015-01-04',
    to: '2016-12-31',
    best: '3.785 (LEAR and DNN)',
  },
  {
    name: 'Spain 2025-26',
    files: SIGNAL_FILES,
    read: readSpain,
    from: '2025-09-01',
    to: '2026-03-31',
    best: '',
    stamps: 'start',
  },
];

/** Months of the meteorological seasons. */
const SEASONS = { 'Dec-Feb': [12, 1, 2], 'Mar-May': [3, 4, 5], 'Jun-Aug': [6, 7, 8], 'Sep-Nov': [9, 10, 11] };

const accuracy: string[] = [];
const intervals: string[] = [];
const seasons: string[] = [];
/** Errors of the champion relative to LEAR's, on the spans for which others have published figures. */
const againstLear = new Map<string, number>();
const isWanted = ({ name }: Benchmark) => names.length === 0 || names.includes(name);
const files = [...new Set(BENCHMARKS.filter(isWanted).flatMap((benchmark) => benchmark.files))];
const madeFrom = provenance({
  recipes: { champion: CHAMPION, LEAR },
  data: await fingerprintsOf(folder, files),
});
const leftOut = BENCHMARKS.filter((benchmark) => !isWanted(benchmark)).map(({ name }) => name);
for (const benchmark of BENCHMARKS.filter(isWanted)) {
  const data = await benchmark.read();
  const unaware = { ...data, panel: { ...data.panel, holidays: undefined } };
  const lear = await run(benchmark, unaware, LEAR);
  const champion = await run(benchmark, data, CHAMPION);
  await report(benchmark, champion, lear);
  if (benchmark.best !== '') againstLear.set(benchmark.name, champion.scores.mae / lear.scores.mae);
  if (benchmark.stamps === undefined) continue;
  const informed = { ...benchmark, name: `${benchmark.name} with price signals` };
  const signals = spanishSignals(data.panel, {
    panelText: await readPanelText(),
    fuelsText: await readText('spain/fuels_daily_normalised.csv'),
    stamps: benchmark.stamps,
  });
  const seen = { ...data, panel: { ...data.panel, signals } };
  await report(informed, await run(informed, seen, CHAMPION), lear);
}

console.log(`# The champion on open benchmarks

Regenerate with \`node benchmarks/accuracy/champion.ts FOLDER > benchmarks/accuracy/champion.md\`. The forecasts of every hour are in
\`forecasts/\`.

Every day of a span is forecast by models fitted on the days before it (daily recalibration), with the same settings for every market.

**Regression figures, not evidence of skill.** The test spans were looked at after most changes of the champion; all values that were
published for them are in docs/experiments/test-spans.md. They show whether a change broke something, not how the champion does on days
that nobody has looked at (rules: docs/experiments/README.md). Most settings were chosen on days before the spans. Those of the price
signals and of the partial probability integral transform (PIT) of the price were also chosen on days after the span of SP_2023. When
members and weights were first chosen, on development days before the spans, the mean absolute error was 14 % below that of LEAR
(geometric mean over the markets).${onTestSpans()}

**SP_2023's clock is one hour late:** each of its days begins with hour 23 of the day before.

"LEAR" is the ensemble of windows 56, 84, 364 and 728 in the same back-test, on the same inputs, but for the public holidays
(market-holidays.ts), which the champion alone uses. Inputs of Spain 2025-26 are the day-ahead forecasts and, in the year before the
first of them, the schedules and measurements that were published of those days (spanish-panel.ts). DM p: Diebold-Mariano, that the
champion is no better than LEAR. Units: price unit of the market. "With price signals": with what changed since the last auction, as known
at noon before each day (spanish-signals.ts): the first intraday auction of the day before (to 2025-12-30) and gas at the TTF (to
2025-08). Neither LEAR nor the published models use them.

| data | span | champion MAE | RMSE | rMAE weekly | best published MAE | LEAR MAE | below LEAR % | DM p |
|---|---|---|---|---|---|---|---|---|
${accuracy.join('\n')}
${leftOut.length === 0 ? '' : `\nNot run with this champion: ${leftOut.join(', ')}.\n`}
The 10-90 % interval: coverage in percent, overall and the least and greatest of all hours of day and of all quarters of which
the span holds ${FEWEST_DAYS} days or more.

| data | coverage | hours of day | quarters | pinball mean (0.1, 0.5, 0.9) | Winkler 80 |
|---|---|---|---|---|---|
${intervals.join('\n')}

The same by season, all years of a span together: coverage in percent, and in brackets the share of prices below p10 and above p90, of which
either should be 10. Empty where the span holds fewer than ${FEWEST_DAYS} days of the season.

| data | ${Object.keys(SEASONS).join(' | ')} |
|---|---|---|---|---|
${seasons.join('\n')}

${madeFrom}
Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. No randomness: the figures are the same on every run.`);

/** How far below LEAR the champion is on the published test spans that were run; empty where none was. */
function onTestSpans(): string {
  if (againstLear.size === 0) return '';
  const logs = [...againstLear.values()].map((ratio) => Math.log(ratio));
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  const percent = (100 * (1 - mean)).toFixed(1);
  return `\nOn the test spans of ${[...againstLear.keys()].join(', ')} it is ${percent} % below LEAR (geometric mean).`;
}

async function report(benchmark: Benchmark, champion: BacktestResult, lear: BacktestResult): Promise<void> {
  const { name, intervalsFrom: since } = benchmark;
  await save(name, champion, lear);
  accuracy.push(accuracyRow(benchmark, champion, lear));
  intervals.push(intervalRow(name, champion.periods));
  seasons.push(seasonRow(name, champion.periods));
  if (since !== undefined) {
    const periods = champion.periods.filter(({ time }) => time >= since);
    intervals.push(intervalRow(`${name} from ${since} on`, periods));
  }
  console.error(`${accuracy.at(-1)}\n${intervals.at(-1)}`);
}

async function readSpain(): Promise<Pick<EpfData, 'panel' | 'periods'>> {
  return parseSpanishPanel(await readPanelText(), '2021-01-01');
}

async function readPanelText(): Promise<string> {
  const packed = await readFile(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz'));
  return (await promisify(gunzip)(packed)).toString('utf8');
}

async function run(
  { name, from, to }: Benchmark,
  data: Pick<EpfData, 'panel' | 'periods'>,
  recipe: Recipe,
): Promise<BacktestResult> {
  const plan = planBacktest(data.panel, { from, to }, createModel(recipe));
  const file = path.join(dayFolder, `${fileName(name)}-${shortHash(recipe)}.f64`);
  const { panel } = data;
  return assembleBacktest(
    data,
    plan,
    await resumableForecasts(file, { panel, targets: plan.targets, recipe }),
  );
}

function accuracyRow(
  { name, from, to, best }: Benchmark,
  champion: BacktestResult,
  lear: BacktestResult,
): string {
  const { mae, rmse, rmaeWeekly } = champion.scores;
  const days = champion.periods.map(({ time }) => time.slice(0, 10));
  const actual = champion.periods.map((period) => period.actual);
  const [own, other] = [champion, lear].map(({ periods }) => periods.map((period) => period.value));
  const { pFirstBetter } = multivariateDieboldMariano(own, other, actual, { days });
  return tableRow([
    name,
    `${from} .. ${to}`,
    mae.toFixed(3),
    rmse.toFixed(3),
    rmaeWeekly?.toFixed(3) ?? '',
    best,
    lear.scores.mae.toFixed(3),
    (100 * (1 - mae / lear.scores.mae)).toFixed(1),
    pFirstBetter.toExponential(1),
  ]);
}

function intervalRow(name: string, periods: ScoredPeriod[]): string {
  const [lower, upper, actual] = boundsOf(periods);
  const coverages = (key: (period: ScoredPeriod) => string) =>
    [...Map.groupBy(periods, key).values()].filter(holdsMonth).map((group) => coverageOf(group));
  const hours = coverages(({ time }) => time.slice(11, 13));
  const quarters = coverages(({ time }) => `${time.slice(0, 4)} Q${Math.ceil(Number(time.slice(5, 7)) / 3)}`);
  const range = (values: number[]) => `${Math.min(...values).toFixed(1)}-${Math.max(...values).toFixed(1)}`;
  return tableRow([
    name,
    coverageOf(periods).toFixed(1),
    range(hours),
    range(quarters),
    pinballMean(periods).toFixed(3),
    winklerScore(lower, upper, actual, 0.8).toFixed(2),
  ]);
}

function seasonRow(name: string, periods: ScoredPeriod[]): string {
  const cells = Object.values(SEASONS).map((months) => {
    const group = periods.filter(({ time }) => months.includes(Number(time.slice(5, 7))));
    if (!holdsMonth(group)) return '';
    const share = (isOutside: (period: ScoredPeriod) => boolean) =>
      ((100 * group.filter(isOutside).length) / group.length).toFixed(1);
    const [below, above] = [
      share(({ actual, p10 }) => actual < p10),
      share(({ actual, p90 }) => actual > p90),
    ];
    return `${coverageOf(group).toFixed(1)} (${below}, ${above})`;
  });
  return tableRow([name, ...cells]);
}

/** A span may begin a few days before a quarter's end; so few say nothing about how often prices fall within. */
function holdsMonth(periods: ScoredPeriod[]): boolean {
  return new Set(periods.map(({ time }) => time.slice(0, 10))).size >= FEWEST_DAYS;
}

function boundsOf(periods: ScoredPeriod[]): number[][] {
  return (['p10', 'p90', 'actual'] as const).map((key) => periods.map((period) => period[key]));
}

function coverageOf(periods: ScoredPeriod[]): number {
  const [lower, upper, actual] = boundsOf(periods);
  return coveragePercent(lower, upper, actual);
}

function pinballMean(periods: ScoredPeriod[]): number {
  const actual = periods.map((period) => period.actual);
  const losses = (
    [
      ['p10', 0.1],
      ['value', 0.5],
      ['p90', 0.9],
    ] as const
  ).map(([key, level]) =>
    pinballLoss(
      periods.map((period) => period[key]),
      actual,
      level,
    ),
  );
  return losses.reduce((sum, loss) => sum + loss / losses.length, 0);
}

async function save(name: string, champion: BacktestResult, lear: BacktestResult): Promise<void> {
  const lines = champion.periods.map(({ time, value, p10, p90 }, i) =>
    [time, ...[value, p10, p90, lear.periods[i].value].map((price) => price.toFixed(3))].join(','),
  );
  await mkdir(forecastFolder, { recursive: true });
  const file = new URL(`${fileName(name)}.csv.gz`, forecastFolder);
  await writeFile(file, await promisify(gzip)(`time,value,p10,p90,lear\n${lines.join('\n')}\n`));
  await writeFile(new URL(`${fileName(name)}.txt`, forecastFolder), `${madeFrom}\n`);
}

function fileName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function tableRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
