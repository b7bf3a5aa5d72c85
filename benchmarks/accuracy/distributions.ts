/**
 * Scores the champion's distributions and paths, on Spain beside published figures and on development markets, and prints the tables
 * of distributions.md.
 * Run: node benchmarks/accuracy/distributions.ts ../shared/data > benchmarks/accuracy/distributions.md
 * A second argument is a folder for the forecasts of each day, so that an interrupted run goes on where it stopped; without it they go to a
 * new folder among the temporary files. Names of markets behind it leave out the others.
 */
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { CHAMPION, type BacktestResult, type Panel } from '@lonja/forecasting';
import { assembleBacktest } from '@lonja/forecasting/backtest';
import { type DeliveryDay } from '@lonja/forecasting/market';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { brierScore } from '@lonja/forecasting/metrics';
import { DEVELOPMENT_MARKETS, readMarket } from './development-markets.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';
import { readSpain2019To2023, readSpain2022To2026, rowsBetween, SPANISH_FILES } from './spanish-years.ts';

interface Span {
  from: DeliveryDay;
  to: DeliveryDay;
}

interface Market {
  name: string;
  files: string[];
  read(): Promise<Panel>;
  /** First day that is forecast, to calibrate the days that are scored. */
  since: (panel: Panel) => DeliveryDay;
  /** Spans that are scored one by one. */
  spans: (Span & { name: string; published?: number })[];
  /** Whether prices of zero or less get a table of their own. */
  isOftenZero?: boolean;
}

/** Most days whose errors calibrate a day, and days before the first scored one that get quantiles for the correction by coverage. */
const CALIBRATION_DAYS = 364;
const ISSUED_DAYS_BEFORE = 91;
/** Days before the first scored one that are forecast in the development markets, which begin a year before or later. */
const DAYS_BEFORE = 300;
const LEAST_HISTORY_DAYS = 100;
/** Days below which a quarter of the year is left out. */
const FEWEST_DAYS = 30;
/** Days of the frequency that stands beside climatology. */
const RECENT_DAYS = 28;

const DECILES = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9].map((level) => ({
  level,
  index: QUANTILE_LEVELS.indexOf(level),
}));

const [folder, dayFolder = await mkdtemp(path.join(tmpdir(), 'distributions-')), ...names] =
  process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds epf/, europe/ and spain/.');
console.error(`The forecasts of each day go to ${dayFolder}.`);

const SPAIN: Market = {
  name: 'Spain',
  files: [SPANISH_FILES.sp2023, SPANISH_FILES.europe, SPANISH_FILES.panel],
  read: () => readSpain2019To2023(folder),
  since: () => '2020-02-01',
  spans: [
    { name: 'Spain 2021', from: '2021-01-01', to: '2021-12-31', published: 3.832 },
    { name: 'Spain 2022', from: '2022-01-01', to: '2022-12-31', published: 6.983 },
    { name: 'Spain 2023', from: '2023-01-01', to: '2023-12-31', published: 4.369 },
  ],
};
const RECENT_SPAIN: Market = {
  name: 'Spain 2024-26',
  files: [SPANISH_FILES.europe, SPANISH_FILES.panel, SPANISH_FILES.fuels],
  read: () => readSpain2022To2026(folder),
  since: () => '2022-12-01',
  spans: [
    { name: 'Spain 2024-06 to 2025-05', from: '2024-06-01', to: '2025-05-31' },
    { name: 'Spain 2025-06 to 2026-03', from: '2025-06-01', to: '2026-03-30' },
  ],
  isOftenZero: true,
};
const MARKETS: Market[] = [
  SPAIN,
  RECENT_SPAIN,
  ...DEVELOPMENT_MARKETS.filter(({ name }) => name !== 'ES').map((market): Market => ({
    name: market.name,
    files: [market.file],
    read: () => readMarket(folder, market),
    since: ({ days }) => days[Math.max(days.indexOf(market.from) - DAYS_BEFORE, LEAST_HISTORY_DAYS)],
    spans: [{ name: market.name, from: market.from, to: market.to }],
  })),
];

const published: string[] = [];
const scores: string[] = [];
const deciles: string[] = [];
const zeros: string[] = [];
const zeroBins: string[] = [];
const wanted = MARKETS.filter(({ name }) => names.length === 0 || names.includes(name));
for (const market of wanted) {
  const panel = await market.read();
  const since = market.since(panel);
  const targets = rowsBetween(panel, since, market.spans[market.spans.length - 1].to);
  const file = path.join(
    dayFolder,
    `${market.name.toLowerCase().replaceAll(/\W+/g, '-')}-${shortHash(CHAMPION)}.f64`,
  );
  const forecasts = await resumableForecasts(file, { panel, targets, recipe: CHAMPION });
  for (const span of market.spans) {
    const scored = rowsBetween(panel, span.from, span.to);
    const first = Math.max(targets[0], scored[0] - CALIBRATION_DAYS - ISSUED_DAYS_BEFORE);
    const plan = {
      calibrationDays: CALIBRATION_DAYS,
      calibrationRows: targets.slice(first - targets[0], scored[0] - targets[0]),
      scoredRows: scored,
      targets: targets.slice(first - targets[0], scored[scored.length - 1] + 1 - targets[0]),
    };
    const cut = (values: Float64Array) =>
      values.slice(
        (first - targets[0]) * panel.slotsPerDay,
        (plan.targets[plan.targets.length - 1] + 1 - targets[0]) * panel.slotsPerDay,
      );
    const result = assembleBacktest({ panel }, plan, {
      combined: cut(forecasts.combined),
      members: forecasts.members.map(cut),
    });
    report(span, result);
    if (market.isOftenZero === true) reportZeros(span, result, panel);
  }
}

const leftOut = MARKETS.filter((market) => !wanted.includes(market)).map(({ name }) => name);
console.log(`# The champion's distributions

Regenerate with \`node benchmarks/accuracy/distributions.ts FOLDER > benchmarks/accuracy/distributions.md\`.

Every day is forecast by models fitted on the days before it. The errors of at most ${CALIBRATION_DAYS} days before it, and how often the quantiles
of those days were missed, give its distribution: 25 quantiles, straight lines between them. Units: price unit of the market.

## Spain beside published figures

Mean pinball loss of the 99 percentiles. Published: LEAR with the average of post-processors (Lipiecki, Uniejewski, Weron 2024, Energy
Economics 139:107934). Inputs: day-ahead forecasts of load and of wind and solar power together, from SP_2023 to 2021 (its clock, an hour
late, corrected) and from europe/ES later. No price signals. **Regression figures**: the day-ahead champion was compared on SP_2023 (2022-01 to
2023-05) many times, and its recipe was chosen on days of Spain in 2023 too; methods of the distributions were compared on Spain from
August 2020 to May 2021 (docs/experiments/intervals.md).

| span | champion | published | below it % |
|---|---|---|---|
${published.join('\n')}

## Scores

CRPS: continuous ranked probability score, beside the mean absolute error. Energy score: of 100 paths of whole days, with the dependence of
past errors, and how far it lies below that of independent hours. Skill: how far the Brier score of prices of zero or less lies below
that of the frequency in the same hour and month before. Battery: what one of two hours and efficiency 0.85 earns by the plan of each day's
point forecast, of what it would with prices known.

| data | days | MAE | CRPS | energy score | below independent % | variogram score below % | P(price <= 0) came % | skill % | reliability error, points | rank correlation | battery % |
|---|---|---|---|---|---|---|---|---|---|---|---|
${scores.join('\n')}

${zeros.length === 0 ? '' : zeroSection()}## Coverage of the deciles

Percent of prices at or below each decile, less what it should be. The median is the point forecast. Last column: the furthest off of all
deciles but the median in any quarter of the year of which the span holds ${FEWEST_DAYS} days or more.

| data | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | by quarter |
|---|---|---|---|---|---|---|---|---|---|---|
${deciles.join('\n')}
${leftOut.length === 0 ? '' : `\nNot run: ${leftOut.join(', ')}.\n`}
${provenance({ recipes: { champion: CHAMPION }, data: await fingerprintsOf(folder, [...new Set(wanted.flatMap(({ files }) => files))]) })}
Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. The figures are the same on every run.`);

function report(
  span: Market['spans'][number],
  { days, periods, scores: points, distributionScores }: BacktestResult,
): void {
  const { crps, paths, zeroOrLess, choices, deciles: calibration } = distributionScores;
  if (span.published !== undefined) {
    const below = 100 * (1 - crps / 2 / span.published);
    published.push(row([span.name, (crps / 2).toFixed(3), span.published.toFixed(3), below.toFixed(1)]));
  }
  const lower = (own: number, other: number) => (100 * (1 - own / other)).toFixed(1);
  scores.push(
    row([
      span.name,
      String(days.length),
      points.mae.toFixed(3),
      crps.toFixed(3),
      paths === null ? '' : paths.energy.toFixed(2),
      paths === null ? '' : lower(paths.energy, paths.energyIndependent),
      paths === null ? '' : lower(paths.variogram, paths.variogramIndependent),
      zeroOrLess === null ? '0' : zeroOrLess.observedPercent.toFixed(1),
      zeroOrLess?.skillPercent?.toFixed(1) ?? '',
      zeroOrLess === null ? '' : (100 * zeroOrLess.reliability.error).toFixed(1),
      choices.rankCorrelation?.toFixed(3) ?? '',
      choices.batteryCapturedPercent?.toFixed(1) ?? '',
    ]),
  );
  const off = calibration.levels.map(({ level, observedPercent }) => observedPercent - 100 * level);
  deciles.push(
    row([span.name, ...off.map((distance) => distance.toFixed(1)), worstQuarter(periods).toFixed(1)]),
  );
  console.error(`${scores[scores.length - 1]}\n${deciles[deciles.length - 1]}`);
}

function zeroSection(): string {
  const tens = Array.from({ length: 10 }, (_, k) => `${10 * k}-${10 * (k + 1)}`);
  return `## Prices of zero or less in Spain since June 2024

The probability that the mean price of an hour is zero or less, as the distribution gives it. Inputs as a service with tokens would have had
them: the operator's day-ahead forecasts where they were kept (2022, 2023, and from 2025-05-29 on), none between, the first intraday auction
(to 2025-12-30) and gas at the TTF (to 2025-08). Climatology: how often such prices came in the same hour and month since 2022. Last weeks:
how often in the same hour of the last ${RECENT_DAYS} days. **Regression figures**: the point forecast was chosen on days of July 2023 to
August 2025 too, and compared on those from September 2025 on twelve times (docs/experiments/test-spans.md). Its distributions had not been
scored on any of these days, and nothing was chosen after this look.

| span | came % | Brier score | climatology | skill % | last weeks | skill % | reliability error, points |
|---|---|---|---|---|---|---|---|
${zeros.join('\n')}

Mean probability of the hours in each tenth, percent, how often it came to that, and the count of hours:

| span | ${tens.join(' | ')} |
|---|${'---|'.repeat(tens.length)}
${zeroBins.join('\n')}

`;
}

/** Probabilities of a price of zero or less, also beside how often it came in the same hour of the last four weeks. */
function reportZeros(
  { name }: Market['spans'][number],
  { periods, distributionScores }: BacktestResult,
  { price, slotsPerDay }: Panel,
): void {
  const scored = distributionScores.zeroOrLess;
  if (scored === null) return;
  const { observedPercent, brier, brierClimatology, skillPercent, reliability } = scored;
  const recently = periods.map(({ row: target, slot }) => {
    const past = Array.from(
      { length: RECENT_DAYS },
      (_, i) => price[(target - 1 - i) * slotsPerDay + slot],
    ).filter(Number.isFinite);
    return past.filter((value) => value <= 0).length / past.length;
  });
  const came = periods.map(({ actual }) => Number(actual <= 0));
  const brierRecent = brierScore(recently, came);
  zeros.push(
    row([
      name,
      observedPercent.toFixed(1),
      brier.toFixed(4),
      brierClimatology.toFixed(4),
      skillPercent?.toFixed(1) ?? '',
      brierRecent.toFixed(4),
      (100 * (1 - brier / brierRecent)).toFixed(1),
      (100 * reliability.error).toFixed(1),
    ]),
  );
  const percentOf = (share: number | null) => (share === null ? '' : (100 * share).toFixed(1));
  zeroBins.push(
    row([
      name,
      ...reliability.bins.map(
        (bin) => `${percentOf(bin.forecast)}: ${percentOf(bin.observed)} (${bin.count})`,
      ),
    ]),
  );
  console.error(`${zeros[zeros.length - 1]}\n${zeroBins[zeroBins.length - 1]}`);
}

/** The largest distance of a decile but the median from its share, in percentage points, in any quarter of the year. */
function worstQuarter(periods: BacktestResult['periods']): number {
  const quarterOf = ({ time }: { time: string }) =>
    `${time.slice(0, 4)} ${Math.ceil(Number(time.slice(5, 7)) / 3)}`;
  const distances = [...Map.groupBy(periods, quarterOf).values()].filter(holdsMonth).flatMap((group) =>
    DECILES.map(({ index, level }) => {
      const below = group.filter(({ actual, distribution }) => actual <= distribution[index]).length;
      return Math.abs(100 * (below / group.length - level));
    }),
  );
  return Math.max(...distances);
}

/** So few periods say nothing of a quarter. */
function holdsMonth(group: BacktestResult['periods']): boolean {
  return new Set(group.map(({ time }) => time.slice(0, 10))).size >= FEWEST_DAYS;
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
