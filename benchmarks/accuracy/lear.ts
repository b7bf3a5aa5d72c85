/**
 * Back-tests LEAR on the open benchmarks with published results and writes the table of results.md.
 * Run: node benchmarks/accuracy/lear.ts ../shared/data > benchmarks/accuracy/results.md
 * The argument is a folder that holds epf/NP.csv, epf/FR.csv, epf/PJM.csv and spain/SP_2023.csv.
 */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { type BacktestScores, parseEpfCsv } from '@lonja/forecasting';
import { backtestInWorkers } from '@lonja/forecasting/workers';
import { fingerprintsOf, provenance } from './provenance.ts';
import { LEAR } from '@lonja/forecasting';

interface Benchmark {
  name: string;
  file: string;
  from: string;
  to: string;
  windows: number[];
  /** Published MAE of LEAR: each window's, then the ensemble's; undefined where only the ensemble was published. */
  published: { members: number[] | undefined; ensemble: number };
}

const LONG_WINDOWS = [56, 84, 1092, 1456];
const BENCHMARKS: Benchmark[] = [
  {
    name: 'Nord Pool (NP)',
    file: 'epf/NP.csv',
    from: '2016-12-27',
    to: '2018-12-24',
    windows: LONG_WINDOWS,
    published: { members: [1.964, 1.952, 1.993, 1.99], ensemble: 1.738 },
  },
  {
    name: 'France (FR)',
    file: 'epf/FR.csv',
    from: '2015-01-04',
    to: '2016-12-31',
    windows: LONG_WINDOWS,
    published: { members: [4.681, 4.575, 4.25, 4.378], ensemble: 3.98 },
  },
  {
    name: 'PJM COMED (PJM)',
    file: 'epf/PJM.csv',
    from: '2016-12-27',
    to: '2018-12-24',
    windows: LONG_WINDOWS,
    published: { members: [3.477, 3.467, 3.098, 3.095], ensemble: 3.013 },
  },
  {
    name: 'Spain (SP_2023)',
    file: 'spain/SP_2023.csv',
    from: '2022-01-01',
    to: '2023-05-31',
    windows: [56, 84, 364, 728],
    published: { members: undefined, ensemble: 18.097 },
  },
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds epf/ and spain/.');
const startedAt = performance.now();
const rows: string[] = [];
for (const benchmark of BENCHMARKS) {
  const data = parseEpfCsv(await readFile(path.join(folder, benchmark.file), 'utf8'));
  const score = async (windows: number[]): Promise<BacktestScores> => {
    const recipe = { ...LEAR, windows };
    return (await backtestInWorkers({ ...data, ...benchmark, recipe })).scores;
  };
  for (const [i, window] of benchmark.windows.entries()) {
    rows.push(tableRow(benchmark, String(window), await score([window]), benchmark.published.members?.[i]));
  }
  rows.push(tableRow(benchmark, 'ensemble', await score(benchmark.windows), benchmark.published.ensemble));
}

const recipes = Object.fromEntries(
  BENCHMARKS.map(({ windows }) => [`LEAR ${windows.join('-')}`, { ...LEAR, windows }]),
);
const data = await fingerprintsOf(
  folder,
  BENCHMARKS.map(({ file }) => file),
);

console.log(`# LEAR on open benchmarks

Regenerate with \`node benchmarks/accuracy/lear.ts FOLDER > benchmarks/accuracy/results.md\`.

Every day of the span is forecast by models fitted on the days before it (daily recalibration). "published" is the MAE of the
same windows in Lago, Marcjasz, De Schutter and Weron (2021), Applied Energy 293:116983, and for Spain in arXiv 2311.02610.
These test spans have been looked at before, so the figures are regression figures (docs/experiments/README.md). The clock of SP_2023 is
one hour late: each of its days begins with hour 23 of the day before.
Units: price unit of the market; coverage in percent of the 10-90 % interval.

| market | span | window (days) | MAE | published | rMAE weekly | RMSE | sMAPE % | coverage % | width | Winkler |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${provenance({ recipes, data })}
Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes in all. No randomness: the figures
are the same on every run.`);

function tableRow(
  benchmark: Benchmark,
  window: string,
  scores: BacktestScores,
  published: number | undefined,
): string {
  const cells = [
    benchmark.name,
    `${benchmark.from} .. ${benchmark.to}`,
    window,
    scores.mae.toFixed(3),
    published?.toFixed(3) ?? '',
    scores.rmaeWeekly?.toFixed(3) ?? '',
    scores.rmse.toFixed(3),
    scores.smapePercent.toFixed(2),
    scores.coverage80Percent.toFixed(1),
    scores.meanWidth.toFixed(2),
    scores.winkler80.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
