/**
 * Scores quarter hours of the day-ahead auction, level and shape: the stored forecasts of hours (forecasts/spain-2025-26.csv.gz) split by
 * the shape as it was learnt before each day, against OMIE's quarters, and prints the tables of quarters.md.
 * Run: node benchmarks/accuracy/quarters.ts ../shared/data > benchmarks/accuracy/quarters.md
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { meanAbsoluteError } from '@lonja/forecasting';
import {
  addDays,
  dayRange,
  type DeliveryDay,
  deliveryPeriods,
  HOUR_MS,
  MINUTE_MS,
} from '@lonja/forecasting/market';
import {
  distributionFromBounds,
  type PeriodDistribution,
  pointOf,
  splitIntoQuarters,
} from '@lonja/forecasting/distribution';
import { fitQuarterShape } from '@lonja/forecasting/horizon';
import { DAY_AHEAD, type ForecastRecipe } from '@lonja/forecasting/issue';
import { coveragePercent, rankCorrelation } from '@lonja/forecasting/metrics';
import { hasPrices, readOmieFolder } from '../../packages/server/src/market/imports/read-omie-folder.ts';
import { fingerprintsOf, provenance } from './provenance.ts';

type Deviation = ForecastRecipe['quarterDeviation'];
type Point = { value: number; p10: number; p90: number };
/** Of the quarters of a day. */
type DayForecast = Point[];

const SPAN = { from: '2025-11-01', to: '2026-03-25' };
const QUARTER_MS = 15 * MINUTE_MS;
/** Quarters of a day that count as its cheapest, and as its dearest: two hours. */
const EXTREMES = 8;
/** As the recipes of library 0.6.0 and before have it. */
const BEFORE: Deviation = { halfLifeDays: 10, shrinkageDays: 2 };
const TRIED: [string, Deviation][] = [
  ['half-life of 5 days', { ...DAY_AHEAD.quarterDeviation, halfLifeDays: 5 }],
  ['half-life of 20 days', { ...DAY_AHEAD.quarterDeviation, halfLifeDays: 20 }],
  ['steps shrunk by 2 days', { ...DAY_AHEAD.quarterDeviation, shrinkageDays: 2 }],
  ['levels not shrunk', { ...DAY_AHEAD.quarterDeviation, levelShrinkageDays: 0 }],
  ['levels shrunk by 5 days', { ...DAY_AHEAD.quarterDeviation, levelShrinkageDays: 5 }],
  ['levels shrunk by 30 days', { ...DAY_AHEAD.quarterDeviation, levelShrinkageDays: 30 }],
  ['without levels', { ...DAY_AHEAD.quarterDeviation, levelShrinkageDays: 1e6 }],
];

const [folder = '../shared/data'] = process.argv.slice(2);
const file = path.join(import.meta.dirname, 'forecasts', 'spain-2025-26.csv.gz');
const hours = await readHours(file);
const { auctions } = await readOmieFolder(path.join(folder, 'omie/raw'));
const days = dayRange(SPAN.from, SPAN.to);
const zones = [
  { name: 'Spain', prices: quartersOf('spain') },
  { name: 'Portugal, by the forecast of Spain', prices: quartersOf('portugal') },
] as const;

console.log(`# Quarter hours of the day-ahead auction

Regenerate: \`node benchmarks/accuracy/quarters.ts ../shared/data > benchmarks/accuracy/quarters.md\`.

${provenance({ data: [...(await fingerprintsOf(import.meta.dirname, ['forecasts/spain-2025-26.csv.gz'])), omieFingerprint()] })}

Delivery days ${SPAN.from} to ${SPAN.to} (development). The hours are the champion's stored forecasts (forecasts/spain-2025-26.csv.gz), the shape
is learnt from the ${DAY_AHEAD.quarterShapeDays} days before each day. Rank correlation: the mean over the days of Spearman's over the quarters of a
day. Hits: of the ${EXTREMES} cheapest and the ${EXTREMES} dearest quarters of a day the share that is among those forecast. t: of the mean
difference of the days' errors to the row of before; below -2 is a gain beyond two standard errors.
`);
for (const { name, prices } of zones) console.log(tableOf(name, prices));

/** One row for each way to split the hours of a forecast. */
function tableOf(name: string, prices: ReadonlyMap<number, number>): string {
  const rows: [string, (day: DeliveryDay) => DayForecast][] = [
    ['as before: levels free, steps shrunk by 2 days', (day) => split(prices, day, BEFORE)],
    ['every quarter as its hour', (day) => split(prices, day, undefined)],
    ['**as issued**', (day) => split(prices, day, DAY_AHEAD.quarterDeviation)],
    ...TRIED.map(
      ([what, deviation]) =>
        [`as issued, but ${what}`, (day: DeliveryDay) => split(prices, day, deviation)] as (typeof rows)[0],
    ),
    ['the true shape around the hours forecast', (day) => trueShape(prices, day)],
  ];
  let before: number[] | undefined;
  const lines = rows.map(([what, forecast]) => {
    const scores = days.map((day) => scoreDay(prices, day, forecast(day))).filter((one) => one !== undefined);
    const errors = scores.map(({ error }) => error);
    before ??= errors;
    const mean = (of: (score: (typeof scores)[0]) => number) => average(scores.map(of));
    const figures = [
      average(errors).toFixed(3),
      mean(({ rank }) => rank).toFixed(4),
      percent(mean(({ cheapest }) => cheapest)),
      percent(mean(({ dearest }) => dearest)),
      mean(({ covered }) => covered).toFixed(1),
      tOf(errors, before),
    ];
    return `| ${what} | ${figures.join(' | ')} |`;
  });
  return [
    `## ${name}\n`,
    '| quarters | MAE, EUR/MWh | rank correlation | cheapest hit, % | dearest hit, % | coverage of p10 to p90, % | t |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}

function split(
  prices: ReadonlyMap<number, number>,
  day: DeliveryDay,
  deviation: Deviation | undefined,
): DayForecast {
  const past = dayRange(addDays(day, -DAY_AHEAD.quarterShapeDays), addDays(day, -1));
  const shape = fitQuarterShape(prices, past, deviation);
  const periods = hoursOf(day);
  return splitIntoQuarters(periods, shape, meanOfHour(prices, periods[0].start - HOUR_MS)).map(pointOf);
}

function trueShape(prices: ReadonlyMap<number, number>, day: DeliveryDay): DayForecast {
  return hoursOf(day).flatMap(({ start, distribution }) => {
    const { value, p10, p90 } = pointOf({ start, distribution });
    return [0, 1, 2, 3].map((i) => {
      const deviation = priceAt(prices, start + i * QUARTER_MS) - meanOfHour(prices, start);
      return { value: value + deviation, p10: p10 + deviation, p90: p90 + deviation };
    });
  });
}

function hoursOf(day: DeliveryDay): (PeriodDistribution & { hour: number })[] {
  return deliveryPeriods(day, 'PT1H').map(({ start, hour }) => {
    const point = hours.get(start);
    if (point === undefined) throw new Error(`${file} has no forecast of ${new Date(start).toISOString()}.`);
    return { start, hour, distribution: distributionFromBounds(point) };
  });
}

/** Undefined where the day has no prices of quarters. */
function scoreDay(prices: ReadonlyMap<number, number>, day: DeliveryDay, forecast: DayForecast) {
  const actual = deliveryPeriods(day, 'PT15M').map(({ start }) => priceAt(prices, start));
  if (actual.some(Number.isNaN)) return undefined;
  const value = forecast.map((point) => point.value);
  const lower = Float64Array.from(forecast, ({ p10 }) => p10);
  const upper = Float64Array.from(forecast, ({ p90 }) => p90);
  return {
    error: meanAbsoluteError(Float64Array.from(value), Float64Array.from(actual)),
    rank: rankCorrelation(value, actual),
    cheapest: hits(value, actual),
    dearest: hits(
      value.map((each) => -each),
      actual.map((each) => -each),
    ),
    covered: coveragePercent(lower, upper, Float64Array.from(actual)),
  };
}

/** Which share of the `EXTREMES` least values is among the least forecast. */
function hits(forecast: number[], actual: number[]): number {
  const least = (values: number[]) =>
    new Set(
      values
        .map((_, i) => i)
        .sort((a, b) => values[a] - values[b])
        .slice(0, EXTREMES),
    );
  const found = least(forecast);
  return [...least(actual)].filter((i) => found.has(i)).length / EXTREMES;
}

function tOf(errors: number[], before: number[]): string {
  const differences = errors.map((error, i) => error - before[i]);
  const mean = average(differences);
  const variance = average(differences.map((each) => (each - mean) ** 2));
  return variance === 0 ? '' : (mean / Math.sqrt(variance / (errors.length - 1))).toFixed(1);
}

function quartersOf(zone: 'spain' | 'portugal'): Map<number, number> {
  return new Map(
    auctions
      .filter(hasPrices)
      .filter(({ prices }) => prices.resolution === 'PT15M')
      .flatMap(({ day, prices }) =>
        deliveryPeriods(day, 'PT15M').map(({ start }, i) => [start, prices[zone][i]] as const),
      ),
  );
}

/** OMIE's prices in quarter hours with the first digits of their SHA-256. */
function omieFingerprint(): string {
  const digest = createHash('sha256');
  for (const { day, prices } of auctions.filter(hasPrices))
    if (prices.resolution === 'PT15M') digest.update(day).update(prices.spain).update(prices.portugal);
  return `omie/raw, quarter hours ${digest.digest('hex').slice(0, 12)}`;
}

async function readHours(csv: string): Promise<Map<number, Point>> {
  const text = (await promisify(gunzip)(await readFile(csv))).toString('utf8');
  const [, ...lines] = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [time, value, p10, p90] = line.split(',');
      return [Date.parse(time), { value: Number(value), p10: Number(p10), p90: Number(p90) }];
    }),
  );
}

function priceAt(prices: ReadonlyMap<number, number>, start: number): number {
  return prices.get(start) ?? Number.NaN;
}

function meanOfHour(prices: ReadonlyMap<number, number>, start: number): number {
  return average([0, 1, 2, 3].map((i) => priceAt(prices, start + i * QUARTER_MS)));
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
