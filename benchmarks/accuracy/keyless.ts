/**
 * What the day-ahead forecast is worth without any token (OMIE, REData and Open-Meteo), beside what it is worth with the operator's
 * forecasts and with prices alone, on the same days. Prints keyless.md.
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
  readMarketWithWeather,
  readMarketWithoutWeather,
} from './keyless-markets.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';

const SLOTS = 24;
/** The champion forecasts every fifth day, so that each weekday has its share: all days would take an hour of two cores. */
const EVERY = 5;
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
  spanOf('2018', await readMarketWithWeather(folder, dayFolder), ['2018-01-01', '2018-12-30']),
  spanOf('2025', await readMarketWithoutWeather(folder, dayFolder), ['2025-06-01', '2025-12-31']),
];

const withWeather = await withWeatherTable(SPANS[0]);
const withoutWeather = await withoutWeatherTable(SPANS[1]);
const shares = await shareTable(SPANS[0]);
const prints = await fingerprintsOf(folder, Object.values(FILES));

console.log(`# The day-ahead forecast without tokens

Regenerate with \`node benchmarks/accuracy/keyless.ts FOLDER > benchmarks/accuracy/keyless.md\`.

"Keyless" is what OMIE, REData and Open-Meteo give: day-ahead prices, the first intraday auction of the day before, measured load by the
hour, energies of wind and sun by the day, and weather as it was forecast. From those the service forecasts load, wind and solar power
of each day at noon of the day before, and prices from these forecasts. "Operator" has the system operator's day-ahead forecasts of the
three instead, "none" prices and the auction alone. The model is the champion, fitted anew for every day that is forecast; these are
every fifth day of a span, as all of them would take an hour of two cores. SE: standard error of the difference, with dependence between
days (Newey-West). DM p: Diebold-Mariano, that the operator's forecasts are no better.

## 2018, with weather

The weather is that of five cities, perturbed as forecasts are (weather-errors.ts, seed ${WEATHER_SEED}). It is a stand-in: cities are
not where the wind farms are, and Open-Meteo's own forecasts of ten places weighted by capacity cannot be had for those years.

${withWeather}

${errorTable(SPANS[0])}

In the published file the operator's wind errs by 88 MW in 2016, by 99 in 2017 and by 108 in January 2018: it is not the forecast of the
day before but was revised after the fact. From February 2018 on it errs by 375 to 747 MW a month; in 2025, where the forecasts are
those of the morning before, by 777. The row "operator" of 2018 is therefore better than a token would have made it.

### Where the loss comes from

LEAR on every day of the span, with the operator's forecast of one quantity at a time replaced by the own one, and with some left out.

${shares}

## 2025, without weather

No archive of weather forecasts for 2025 was at hand. Where no weather is known the service makes no own forecasts of past days, so its
prices rest on prices and the auction alone; own forecasts from the calendar and the past would make them worse. Load is measured in
2025; before that the schedule stands in for it, and the sun is not known. The operator's forecasts begin on 2025-05-29; what was
published of past days stands in for the year before (spanish-panel.ts). What Open-Meteo's weather brings in 2025 is not measured.

${withoutWeather}

${errorTable(SPANS[1])}

${provenance({ recipes: { champion: CHAMPION, LEAR }, data: prints })}
Variants were chosen on 2017 alone (docs/experiments/fundamentals.md). Node ${process.version}, ${atOnce} of
${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}; ${((performance.now() - started) / 60_000).toFixed(0)} minutes, less what
an earlier run had kept. All of it takes about 22 minutes of processor time.`);

function spanOf(name: string, market: KeylessMarket, [from, to]: [string, string]): Span {
  const { days, price } = market.panel;
  const isKnown = (row: number) => price.subarray(row * SLOTS, (row + 1) * SLOTS).every(Number.isFinite);
  const all = dayRange(from, to).map((day) => days.indexOf(day));
  const rows = all.filter(isKnown);
  return { name, market, rows, targets: all.filter((row, i) => i % EVERY === 0 && isKnown(row)) };
}

/** The service makes no own forecasts of past days where no weather is known (forecastPastDays); the last row says why. */
async function withoutWeatherTable(span: Span): Promise<string> {
  const { operator, own } = span.market;
  const variants = { operator, 'keyless (prices alone)': [], 'own forecasts without weather': own };
  return compare(span, { recipe: CHAMPION, variants, targets: span.targets });
}

async function withWeatherTable(span: Span): Promise<string> {
  const { operator, own } = span.market;
  const variants = { operator, keyless: own, none: [] };
  return compare(span, { recipe: CHAMPION, variants, targets: span.targets });
}

async function shareTable(span: Span): Promise<string> {
  const { operator, own } = span.market;
  const withOwn = (...replaced: number[]) =>
    operator.map((column, i) => (replaced.includes(i) ? own[i] : column));
  const variants = {
    operator,
    'operator, load own': withOwn(0),
    'operator, wind own': withOwn(1),
    'operator, sun own': withOwn(2),
    'load, wind and sun own': own,
    'load and wind own': own.slice(0, 2),
    'load own': own.slice(0, 1),
    none: [],
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
  const rows = QUANTITIES.map((quantity, i) => {
    const errors = [market.operator, market.own].map((columns) => {
      const pairs = targets.flatMap((row) => {
        const slots = Array.from({ length: SLOTS }, (_, slot) => row * SLOTS + slot);
        return slots.map((at) => Math.abs(columns[i].values[at] - market.measured[quantity][at]));
      });
      const known = pairs.filter(Number.isFinite);
      return (known.reduce((sum, error) => sum + error, 0) / known.length).toFixed(0);
    });
    return `| ${[quantity, ...errors].join(' | ')} |`;
  });
  return `| forecast of | operator MAE, MW | own MAE, MW |\n|---|---|---|\n${rows.join('\n')}`;
}
