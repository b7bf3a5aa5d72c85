/**
 * Measures how far below the lowest price of the last weeks a forecast may go: the point forecasts of the champion on the development
 * markets, each held above floors of several kinds, and prints the tables of price-limits.md.
 * Run: node benchmarks/accuracy/price-limits.ts ../shared/data FOLDER [MARKET ...] > benchmarks/accuracy/price-limits.md
 * FOLDER keeps the forecasts of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library.
 * With names of markets only these are forecast and shown.
 */
import path from 'node:path';
import { CHAMPION, type Panel } from '@lonja/forecasting';
import {
  dataFingerprints,
  DEVELOPMENT_MARKETS,
  type DevelopmentMarket,
  readMarket,
} from './development-markets.ts';
import { provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';
import { markdownTable, percent } from './variant-losses.ts';

/** Of the days before the one that is forecast; all of the file for the last. */
const WINDOWS = [14, 28, 59, 91, 182, Infinity];
/** How far below the lowest price, as a share of its distance to the median of the same days. */
const ROOMS = [0, 0.05, 0.1, 0.2];
/** How much a market counts: those whose prices follow each other are one. */
const WEIGHTS: Record<string, number> = { ES: 0.5, PT: 0.5 };

interface Floor {
  days: number;
  room: number;
}
const FLOORS: Floor[] = WINDOWS.flatMap((days) => ROOMS.map((room) => ({ days, room })));

/** The losses of one market, EUR/MWh or its own unit: without a floor and with each of `FLOORS`, by day. */
interface Losses {
  name: string;
  free: number[];
  held: number[][];
  /** Hours that a floor moved, by floor. */
  moved: number[];
}

const [dataFolder, folder, ...names] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Give the folder of the data and one for the forecasts of each day.');
const wanted = DEVELOPMENT_MARKETS.filter(({ name }) => names.length === 0 || names.includes(name));
const losses: Losses[] = [];
for (const market of wanted) losses.push(await measure(market));

async function measure(market: DevelopmentMarket): Promise<Losses> {
  const panel = await readMarket(dataFolder, market);
  const [from, to] = [panel.days.indexOf(market.from), panel.days.indexOf(market.to)];
  const targets = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const file = path.join(
    folder,
    `${market.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${shortHash(CHAMPION)}.f64`,
  );
  const { combined } = await resumableForecasts(file, { panel, targets, recipe: CHAMPION });
  const n = panel.slotsPerDay;
  const forecasts = targets.map((_, i) => combined.subarray(i * n, (i + 1) * n));
  const free = targets.map((target, i) => lossOf(panel, target, forecasts[i], -Infinity));
  const floors = FLOORS.map((floor) => targets.map((target) => floorOf(panel, target, floor)));
  return {
    name: market.name,
    free,
    held: floors.map((of) => targets.map((target, i) => lossOf(panel, target, forecasts[i], of[i]))),
    moved: floors.map((of) => forecasts.flatMap((values, i) => [...values].filter((v) => v < of[i])).length),
  };
}

/** From the prices before the target, as they are known at the auction. */
function floorOf({ price, slotsPerDay }: Panel, target: number, { days, room }: Floor): number {
  const first = Math.max(0, target - days) * slotsPerDay;
  const known = price
    .slice(first, target * slotsPerDay)
    .filter(Number.isFinite)
    .sort();
  const [lowest, median] = [known[0], known[known.length >> 1]];
  return lowest - room * (median - lowest);
}

function lossOf(
  { price, slotsPerDay }: Panel,
  target: number,
  forecast: Float64Array,
  floor: number,
): number {
  const errors = Array.from(forecast, (value, slot) =>
    Math.abs(price[target * slotsPerDay + slot] - Math.max(floor, value)),
  ).filter(Number.isFinite);
  return mean(errors);
}

/** Change of the mean absolute error as a share of each market's, over all days, and its standard error. */
function changeOf(index: number): { mean: number; standardError: number } {
  const parts = losses.map(({ name, free, held }) => {
    const usual = mean(free);
    const weight = WEIGHTS[name] ?? 1;
    return { weight, changes: free.map((loss, i) => (held[index][i] - loss) / usual) };
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const variance = parts.reduce((sum, { weight, changes }) => {
    const average = mean(changes);
    const ofMean = mean(changes.map((change) => (change - average) ** 2)) / changes.length;
    return sum + (weight / total) ** 2 * ofMean;
  }, 0);
  return {
    mean: parts.reduce((sum, { weight, changes }) => sum + (weight / total) * mean(changes), 0),
    standardError: Math.sqrt(variance),
  };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

const rows = FLOORS.map(({ days, room }, index) => {
  const { mean: change, standardError } = changeOf(index);
  return [
    days === Infinity ? 'all' : String(days),
    String(room),
    percent(change, 3),
    (100 * standardError).toFixed(3),
    standardError > 0 ? (change / standardError).toFixed(1) : '',
    ...losses.map(
      ({ free, held, moved }) => `${percent(mean(held[index]) / mean(free) - 1, 2)} (${moved[index]})`,
    ),
  ];
});
const head = [
  'days',
  'room',
  'mean %',
  'standard error',
  'in standard errors',
  ...losses.map(({ name }) => name),
];
const left = DEVELOPMENT_MARKETS.filter((market) => !wanted.includes(market)).map(({ name }) => name);
console.log(`# How low a day-ahead forecast may go

Regenerate: \`node benchmarks/accuracy/price-limits.ts ../shared/data FOLDER > benchmarks/accuracy/price-limits.md\`.

${provenance({ recipes: { champion: CHAMPION }, data: await dataFingerprints(dataFolder) })}

Point forecasts of the champion on the development markets, every day of their year, each held at or above a floor: the lowest price of so
many days before the day, less \`room\` times its distance to their median. Change of the mean absolute error in percent; in brackets the
hours that the floor moved. The mean takes each market's days in percent of its mean error, Spain and Portugal counting half.
${left.length === 0 ? '' : `\nNot run: ${left.join(', ')}.\n`}
${markdownTable([head, ...rows])}`);
