/**
 * Scores the champion's deciles on the last 20 days of three open benchmarks beside the best published figures, and prints the table of
 * deciles.md.
 * Run: node benchmarks/accuracy/deciles.ts ../shared/data > benchmarks/accuracy/deciles.md
 * The first argument is a folder that holds epf/NP.csv, epf/PJM.csv and epf/FR.csv. A second one is a folder for the forecasts of each
 * day, so that an interrupted run goes on where it stopped; without it they go to a new folder among the temporary files.
 */
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { CHAMPION, createModel, pinballLoss } from '@lonja/forecasting';
import { assembleBacktest, planBacktest } from '@lonja/forecasting/backtest';
import { quantileAt } from '@lonja/forecasting/distribution';
import { DEVELOPMENT_MARKETS, readMarket } from './development-markets.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';

const DECILES = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);
const SCORED_DAYS = 20;
/** Best of 30 models each, weighted quantile loss and weighted absolute percentage error. */
const BENCHMARKS = [
  { name: 'NP', file: 'epf/NP.csv', wql: 0.0277, wape: 0.0355 },
  { name: 'PJM', file: 'epf/PJM.csv', wql: 0.0602, wape: 0.0745 },
  { name: 'FR', file: 'epf/FR.csv', wql: 0.0489, wape: 0.0623 },
];

/** A scored hour. */
interface Hour {
  row: number;
  actual: number;
  deciles: number[];
}

const [folder, dayFolder = await mkdtemp(path.join(tmpdir(), 'deciles-'))] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds epf/.');
console.error(`The forecasts of each day go to ${dayFolder}.`);

const rows: string[] = [];
for (const { name, file, wql, wape } of BENCHMARKS) {
  const { hours, days } = await forecastLastDays(name, file);
  const ofDays = [...Map.groupBy(hours, ({ row }) => row).values()];
  const cells = [
    name,
    `${days[0]} .. ${days[days.length - 1]}`,
    weightedQuantileLoss(hours).toFixed(4),
    wql.toFixed(4),
    mean(ofDays.map(weightedQuantileLoss)).toFixed(4),
    weightedError(hours).toFixed(4),
    wape.toFixed(4),
    mean(ofDays.map(weightedError)).toFixed(4),
  ];
  rows.push(`| ${cells.join(' | ')} |`);
  console.error(rows[rows.length - 1]);
}

console.log(`# The champion's deciles on open benchmarks

Regenerate with \`node benchmarks/accuracy/deciles.ts FOLDER > benchmarks/accuracy/deciles.md\`.

The last ${SCORED_DAYS} days of each file. Every day's 24 hours are forecast by models fitted on the days before it, with the forecasts of
load and generation for the day known. The errors of half a year before the first day and of the days between calibrate a day. The champion is as it
is for all markets: nothing was chosen for this table. The point forecasts of these days belong to the test spans of champion.md, which
were looked at with many changes (docs/experiments/test-spans.md).

- WQL, weighted quantile loss: for each level 0.1, 0.2 .. 0.9 twice the sum of the pinball losses of all hours, divided by the sum of the
  sizes of all prices; the mean of the nine levels.
- WAPE, weighted absolute percentage error: the sum of the absolute errors of the median, which is the point forecast, divided by the sum of
  the sizes of all prices.
- Published: the best of 30 models. Where it averages over days rather than hours, the columns "mean of days" are the ones to compare.

| data | days | WQL | published | mean of days | WAPE | published | mean of days |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${provenance({
  recipes: { champion: CHAMPION },
  data: await fingerprintsOf(
    folder,
    BENCHMARKS.map(({ file }) => file),
  ),
})}
Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. The figures are the same on every run.`);

async function forecastLastDays(name: string, file: string): Promise<{ hours: Hour[]; days: string[] }> {
  const market = DEVELOPMENT_MARKETS.find((other) => other.file === file);
  if (market === undefined) throw new Error(`No market is read from ${file}.`);
  const panel = await readMarket(folder, market);
  const { days: all } = panel;
  const span = { from: all[all.length - SCORED_DAYS], to: all[all.length - 1] };
  const plan = planBacktest(panel, span, createModel(CHAMPION));
  const dayFile = path.join(dayFolder, `deciles-${name.toLowerCase()}-${shortHash(CHAMPION)}.f64`);
  const forecasts = await resumableForecasts(dayFile, { panel, targets: plan.targets, recipe: CHAMPION });
  const { periods, days } = assembleBacktest({ panel }, plan, forecasts);
  const hours = periods.map(({ row, actual, distribution }) => ({
    row,
    actual,
    deciles: DECILES.map((level) => quantileAt(distribution, level)),
  }));
  return { hours, days };
}

function weightedQuantileLoss(hours: readonly Hour[]): number {
  const actual = hours.map((hour) => hour.actual);
  return mean(
    DECILES.map((level, k) => {
      const loss = pinballLoss(
        hours.map(({ deciles }) => deciles[k]),
        actual,
        level,
      );
      return (2 * loss) / mean(actual.map(Math.abs));
    }),
  );
}

function weightedError(hours: readonly Hour[]): number {
  const median = DECILES.indexOf(0.5);
  const errors = hours.map(({ actual, deciles }) => Math.abs(actual - deciles[median]));
  return mean(errors) / mean(hours.map(({ actual }) => Math.abs(actual)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
