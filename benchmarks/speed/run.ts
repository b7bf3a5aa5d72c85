/**
 * Measures LEAR (windows of 56, 84, 1092 and 1456 days) against a plain LEAR on scikit-learn, in processor time of one core for
 * each forecast day, in turns: one day by the reference, the same day by the library, and the next day.
 * Run: node benchmarks/speed/run.ts > benchmarks/speed/results.md
 */
import { cpus, release, type } from 'node:os';
import { createModel } from '@lonja/forecasting';
import { type Market, SEED, markets } from './markets.ts';
import { runReference } from './reference.ts';
import { LEAR } from '@lonja/forecasting';

const WINDOWS = [56, 84, 1092, 1456];
const ROUNDS = 7;
/** The library forecasts a day this often in each round: once is too short for the clock of processor time. */
const REPEATS = 20;

interface Round {
  day: string;
  referenceSeconds: number;
  librarySeconds: number;
  largestDifference: number;
}

const model = createModel({ ...LEAR, windows: WINDOWS });
let versions: Record<string, string> = {};
const tables = markets().map((market) => {
  const targets = targetsOf(market);
  for (const target of targets) forecastOf(market, target);
  return { name: market.name, rounds: targets.map((target) => measure(market, target)) };
});

console.log(
  [
    '# Speed of LEAR',
    '',
    "Regenerate: `node benchmarks/speed/run.ts > benchmarks/speed/results.md` (needs Debian's python3-sklearn).",
    '',
    `- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}; both sides on one thread`,
    `- versions: Node ${process.versions.node}; ${Object.entries(versions)
      .map((pair) => pair.join(' '))
      .join(', ')}`,
    `- seed of the simulated market: ${SEED}`,
    `- windows of ${WINDOWS.join(', ')} days; seconds are processor time for one forecast day; ${ROUNDS} days in turns`,
    '',
    'Forecasts differ because scikit-learn ends its descent at a tolerance of 1e-4 and, rarely, because the library ends its search',
    'for lambda before a later knot of the path whose criterion is lower by little.',
    '',
    ...tables.flatMap(({ name, rounds }) => tableOf(name, rounds)),
  ].join('\n'),
);

/** Days spread evenly over those that have the longest window before them. */
function targetsOf({ panel }: Market): number[] {
  const first = Math.max(...WINDOWS);
  const span = panel.days.length - first;
  return Array.from({ length: ROUNDS }, (_, i) => first + Math.floor(((i + 0.5) * span) / ROUNDS));
}

function forecastOf({ panel }: Market, target: number): Float64Array {
  return model.fit(panel, target).predict(panel, target).combined;
}

function measure(market: Market, target: number): Round {
  const reference = runReference(market.panel, [target], WINDOWS);
  versions = reference.versions;
  const before = process.cpuUsage();
  for (let i = 1; i < REPEATS; i++) forecastOf(market, target);
  const forecast = forecastOf(market, target);
  const { user, system } = process.cpuUsage(before);
  const differences = forecast.map((value, slot) => Math.abs(value - reference.forecasts[0][slot]));
  return {
    day: market.panel.days[target],
    referenceSeconds: reference.seconds[0],
    librarySeconds: (user + system) / 1e6 / REPEATS,
    largestDifference: Math.max(...differences),
  };
}

function tableOf(name: string, rounds: Round[]): string[] {
  const ratios = rounds.map(({ referenceSeconds, librarySeconds }) => referenceSeconds / librarySeconds);
  const row = (label: string, values: number[], digits: number) => {
    const sorted = values.toSorted((a, b) => a - b);
    const cells = [sorted[0], sorted[sorted.length >> 1], sorted[sorted.length - 1]];
    return `| ${label} | ${cells.map((value) => value.toFixed(digits)).join(' | ')} |`;
  };
  return [
    `## ${name[0].toUpperCase()}${name.slice(1)}`,
    '',
    `Days ${rounds.map(({ day }) => day).join(', ')}.`,
    '',
    '| | least | median | most |',
    '|---|---:|---:|---:|',
    row(
      'scikit-learn, s',
      rounds.map(({ referenceSeconds }) => referenceSeconds),
      2,
    ),
    row(
      'Lonja, s',
      rounds.map(({ librarySeconds }) => librarySeconds),
      4,
    ),
    row('times faster', ratios, 0),
    row(
      'largest difference of an hour, EUR/MWh',
      rounds.map(({ largestDifference }) => largestDifference),
      4,
    ),
    '',
  ];
}
