/**
 * What the day-ahead forecast is worth without any token, beside what it is worth with the operator's forecasts and with prices alone, on
 * the same days. Prints keyless.md.
 * Run: node benchmarks/accuracy/keyless.ts ../shared/data > benchmarks/accuracy/keyless.md
 * The first argument is a folder that holds the files of FILES (keyless-markets.ts). A second one is a folder for the forecasts of each
 * day, so that an interrupted run goes on where it stopped; without it they go to a new folder among the temporary files. A third one
 * is the number of threads, without it as many as there are cores.
 */
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ExogenousColumn,
  type Panel,
  type Recipe,
  CHAMPION,
  LEAR,
  meanAbsoluteError,
} from '@lonja/forecasting';
import { dayRange } from '@lonja/forecasting/market';
import { multivariateDieboldMariano } from '@lonja/forecasting/metrics';
import {
  type KeylessMarket,
  FILES,
  WEATHER_SEED,
  readMarketOf2018,
  readMarketOf2025,
} from './keyless-markets.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';

const SLOTS = 24;
/** The champion forecasts every tenth day, so that each weekday has its share: all days would take an hour of two cores. */
const EVERY = 10;
const QUANTITIES = ['load', 'wind', 'solar'] as const;

const [folder, dayFolder = await mkdtemp(path.join(tmpdir(), 'keyless-')), threadCount] =
  process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds spain/.');
console.error(`The forecasts of each day go to ${dayFolder}.`);
const atOnce = threadCount === undefined ? availableParallelism() : Number(threadCount);
const started = performance.now();

/** The days of a market that are scored. */
interface Span {
  name: string;
  market: KeylessMarket;
  /** Rows of all days of the span, and those that the champion forecasts. */
  rows: number[];
  targets: number[];
}

const SPANS = [
  spanOf('2018', await readMarketOf2018(folder, dayFolder), ['2018-01-01', '2018-12-30']),
  spanOf('2025', await readMarketOf2025(folder, dayFolder), ['2025-06-01', '2025-12-30']),
];

const champions = [];
const lears = [];
for (const span of SPANS) {
  champions.push(await championTable(span));
  lears.push(await learTable(span));
}
const prints = await fingerprintsOf(folder, Object.values(FILES));

console.log(`# The day-ahead forecast without tokens

Regenerate with \`node benchmarks/accuracy/keyless.ts FOLDER > benchmarks/accuracy/keyless.md\`.

What the forecast of the day-ahead market is worth by what is known of load, wind and solar power of the next day at noon. All rows have the
same prices and the first intraday auction of the day before; none has gas.

- **operator**: the system operator's forecasts of all three, as with a token.
- **after the gate**: Energy-Charts, where the operator's load comes before the gate and its wind and sun in the evening. Wind and sun are
  the service's own forecasts: learnt from measured hours, and made at noon from the weather as it was forecast, from what was measured up
  to the midnight before, and from the operator's forecast of the day that is running, which came out on the evening before.
- **before the gate**: Energy-Charts, where all three come in time. These are the operator's forecasts: the row is that of "operator",
  and the loss is 0 by the same inputs, not by a measurement. In 2025 the operator's archive begins three days before the span, and
  measurements stand in for a year before it, so that row is also that of an installation whose past is measured hours alone.

Without Energy-Charts, where REData has wind and sun by whole days and the load is an own forecast too, LEAR of 2018 lost 25.2 % (2.2) and the
champion of 2018 35.1 % (7.2) on every fifth day; own wind erred by 1,647 MW (commit 85a5ab7, before the operator's forecast of the running day
was read).

LEAR forecasts every day. The champion is fitted anew for every day that is forecast, on every ${EVERY}th day, as more would take hours.
SE: standard error of the difference, with dependence between days (Newey-West). DM p: Diebold-Mariano, that the operator's forecasts are
no better.

What makes the figures harder or easier than the service has it:

- The weather is that of five cities, perturbed as forecasts are (weather-errors.ts, seed ${WEATHER_SEED}): by hours in 2018, by whole days in
  2025 (mean temperature, highest wind speed, light). Cities are not where the wind farms are; Open-Meteo's own forecasts of ten places
  weighted by capacity cannot be had for those years.
- In the published file the operator's wind errs by 88 MW in 2016, by 99 in 2017 and by 108 in January 2018: it was revised after the fact.
  From February 2018 on it errs by 375 to 747 MW a month; in 2025, where the forecasts are those of the morning before, by 777. The row
  "operator" of 2018 is therefore better than a token would have made it. Where own forecasts read what was published on the evening
  before, errors as large as later ones are added to the days on which there is none (evening-forecasts.ts).
- The sun of Spain is known by the hour from 2025 on alone, and evening forecasts of 2025 begin on 2025-05-29: a year before it measurements
  with errors stand in, and own wind of earlier days does without.

## 2018

The champion:

${champions[0]}

LEAR on every day, also with one quantity at a time:

${lears[0]}

${errorTable(SPANS[0])}

## 2025, June to December

The champion:

${champions[1]}

LEAR on every day:

${lears[1]}

${errorTable(SPANS[1])}

${provenance({ recipes: { champion: CHAMPION, LEAR }, data: prints })}

Variants were chosen on 2017 alone (docs/experiments/fundamentals.md). Node ${process.version}, ${atOnce} of
${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}; ${((performance.now() - started) / 60_000).toFixed(0)} minutes, less what
an earlier run had kept.`);

function spanOf(name: string, market: KeylessMarket, [from, to]: [string, string]): Span {
  const { days, price } = market.panel;
  const isKnown = (row: number) => price.subarray(row * SLOTS, (row + 1) * SLOTS).every(Number.isFinite);
  const all = dayRange(from, to).map((day) => days.indexOf(day));
  const rows = all.filter(isKnown);
  return { name, market, rows, targets: all.filter((row, i) => i % EVERY === 0 && isKnown(row)) };
}

async function championTable(span: Span): Promise<string> {
  const { operator, afterGate } = span.market;
  const variants = { operator, 'after the gate': afterGate };
  return compare(span, { recipe: CHAMPION, variants, targets: span.targets });
}

async function learTable(span: Span): Promise<string> {
  const { operator, afterGate } = span.market;
  const withOwn = (replaced: number) => operator.map((column, i) => (i === replaced ? afterGate[i] : column));
  const variants = {
    operator,
    'after the gate': afterGate,
    'operator, wind own': withOwn(1),
    'operator, sun own': withOwn(2),
    'prices alone': [],
  };
  return compare(span, { recipe: LEAR, variants, targets: span.rows });
}

/** A table of what each set of inputs is worth against the first one. */
async function compare(
  { name, market: { panel } }: Span,
  {
    recipe,
    variants,
    targets,
  }: { recipe: Recipe; variants: Record<string, ExogenousColumn[]>; targets: number[] },
): Promise<string> {
  const of = (values: Float64Array) =>
    targets.flatMap((row) => [...values.subarray(row * SLOTS, (row + 1) * SLOTS)]);
  const actual = of(panel.price);
  const days = targets.flatMap((row) => Array.from({ length: SLOTS }, () => panel.days[row]));
  let reference: Float64Array | undefined;
  const rows: string[] = [];
  for (const [variant, exogenous] of Object.entries(variants)) {
    const informed: Panel = { ...panel, exogenous };
    const file = path.join(
      dayFolder,
      name,
      `${shortHash(recipe)}-${variant.replaceAll(/[^a-z]+/g, '-')}.f64`,
    );
    const { combined } = await resumableForecasts(file, {
      panel: informed,
      targets,
      recipe,
      threadCount: atOnce,
    });
    const mae = meanAbsoluteError(combined, actual);
    reference ??= combined;
    rows.push(
      `| ${[variant, mae.toFixed(3), ...against(combined, reference, { actual, days })].join(' | ')} |`,
    );
    console.error(rows.at(-1));
  }
  const { days: all } = panel;
  return `| inputs | MAE, EUR/MWh | against operator, % (SE) | DM p |
|---|---|---|---|
${rows.join('\n')}

${targets.length} days, ${all[targets[0]]} .. ${all[targets[targets.length - 1]]}.`;
}

function against(
  forecast: Float64Array,
  reference: Float64Array,
  { actual, days }: { actual: number[]; days: string[] },
): string[] {
  if (forecast === reference) return ['', ''];
  const test = multivariateDieboldMariano(reference, forecast, actual, { days });
  const percent = 100 / SLOTS / meanAbsoluteError(reference, actual);
  const worse = -percent * test.meanDifference;
  const error = percent * Math.abs(test.meanDifference / test.statistic);
  return [
    `${worse > 0 ? '+' : ''}${worse.toFixed(1)} (${error.toFixed(1)})`,
    test.pFirstBetter.toExponential(1),
  ];
}

/** How far the forecasts of load, wind and sun are from what was measured. */
function errorTable({ market, rows: targets }: Span): string {
  const { operator, afterGate } = market;
  const variants = [operator, afterGate];
  const rows = QUANTITIES.map((quantity, i) => {
    const errors = variants.map((columns) => {
      const pairs = targets.flatMap((row) => {
        const slots = Array.from({ length: SLOTS }, (_, slot) => row * SLOTS + slot);
        return slots.map((at) => Math.abs(columns[i].values[at] - market.measured[quantity][at]));
      });
      const known = pairs.filter(Number.isFinite);
      return (known.reduce((sum, error) => sum + error, 0) / known.length).toFixed(0);
    });
    return `| ${[quantity, ...errors].join(' | ')} |`;
  });
  return `MAE of the forecasts of the power system, MW:\n\n| forecast of | operator | after the gate |\n|---|---|---|\n${rows.join('\n')}`;
}
