import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as library from '@lonja/forecasting';
import type { FitCache, Model, Panel, Recipe } from '@lonja/forecasting';
import { type DeliveryDay, dayRange } from '@lonja/forecasting/market';
import { DEVELOPMENT_MARKETS, type DevelopmentMarket, readMarket } from './development-markets.ts';

/** What a variant needs of the library. */
export type ForecastingLibrary = Pick<typeof library, 'createFitCache' | 'createModel'>;

/** A changed recipe or library, and what was changed. */
export interface Variant {
  name: string;
  recipe: Recipe;
  /** The library itself where absent. */
  library?: ForecastingLibrary;
}

/** One forecast of one day. */
export interface DayLoss {
  /** Mean absolute error, price unit of the market. */
  loss: number;
  /** Processor seconds, beside the variants before it. */
  seconds: number;
}

/** The losses of one market: for each day those of every variant. */
export interface MarketLosses {
  market: DevelopmentMarket;
  /** Days that are to be measured. */
  dayCount: number;
  days: DayLoss[][];
}

/** Where losses are kept, and which days they are of. */
export interface LossPlan {
  dataFolder: string;
  /** Keeps a file for each market, a line for each day; it belongs to one list of variants and one version of the library. */
  folder: string;
  /** One day in so many is forecast. */
  dayStep: number;
  /** By default the nine development markets. */
  markets?: DevelopmentMarket[];
}

/**
 * Forecasts the development markets with every variant, without bounds, and keeps the losses. An interrupted run goes on where it stopped.
 * `names` are those of the markets to forecast; none for all.
 */
export async function measureVariants(variants: Variant[], plan: LossPlan, names: string[]): Promise<void> {
  await mkdir(plan.folder, { recursive: true });
  const { markets = DEVELOPMENT_MARKETS } = plan;
  const wanted = markets.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const market of wanted) await measureMarket(market, variants, plan);
}

/** What the folder holds of all development markets. */
export async function readLosses({
  folder,
  dayStep,
  markets = DEVELOPMENT_MARKETS,
}: LossPlan): Promise<MarketLosses[]> {
  return Promise.all(
    markets.map(async (market) => ({
      market,
      dayCount: targetsOf(market, dayStep).length,
      days: await readDays(lossFile(folder, market)),
    })),
  );
}

/** How much more a variant errs than the first, as shares of the first's mean error in each market. */
export interface Change {
  /** Geometric mean over the markets. */
  geometric: number;
  /** Over all days together, with its standard error. */
  mean: number;
  standardError: number;
  /** Of each market that was measured. */
  markets: number[];
  /** Processor seconds of a day, beside the variants before it. */
  seconds: number;
}

/** The change of the daily mean absolute error of each of `count` variants against the first. */
export function changesOf(losses: MarketLosses[], count: number): Change[] {
  const measured = losses.filter(({ days }) => days.length > 0);
  return Array.from({ length: count }, (_, v) => {
    const relative = measured.map(({ days }) => {
      const usual = mean(days.map(([{ loss }]) => loss));
      return days.map((day) => (day[v].loss - day[0].loss) / usual);
    });
    const all = relative.flat();
    const average = mean(all);
    return {
      geometric: Math.exp(mean(relative.map((days) => Math.log(1 + mean(days))))) - 1,
      mean: average,
      standardError: Math.sqrt(mean(all.map((value) => (value - average) ** 2)) / all.length),
      markets: relative.map(mean),
      seconds: mean(measured.flatMap(({ days }) => days.map((day) => day[v].seconds))),
    };
  });
}

/** How many days of each market were measured. */
export function coverageTable(losses: MarketLosses[]): string {
  return markdownTable([
    ['market', 'span', 'days measured'],
    ...losses.map(({ market, dayCount, days }) => [
      market.name,
      `${market.from} .. ${market.to}`,
      `${days.length} of ${dayCount}`,
    ]),
  ]);
}

async function measureMarket(
  market: DevelopmentMarket,
  variants: Variant[],
  { dataFolder, folder, dayStep }: LossPlan,
): Promise<void> {
  const file = lossFile(folder, market);
  const panel = await readMarket(dataFolder, market);
  const targets = targetsOf(market, dayStep);
  const done = (await readDays(file)).length;
  const cache = library.createFitCache();
  for (const [i, day] of targets.entries()) {
    if (i < done) continue;
    const losses = dayLosses(panel, panel.days.indexOf(day), variants, cache);
    await appendFile(file, `${JSON.stringify({ day, losses })}\n`);
    if (i % 10 === 0) console.error(`${market.name}: ${i} of ${targets.length} days`);
  }
}

/** Variants of the same library share the fits of the parts that they have in common. */
function dayLosses(panel: Panel, row: number, variants: Variant[], cache: FitCache): DayLoss[] {
  const seen = visible(panel, row);
  const remember = createMemory();
  return variants.map(({ recipe, library: own }) => {
    const start = process.cpuUsage();
    const fitted = own
      ? own.createModel(recipe).fit(seen, row, own.createFitCache())
      : library.createModel(recipe, remember).fit(seen, row, cache);
    const { combined } = fitted.predict(seen, row);
    const { user, system } = process.cpuUsage(start);
    return { loss: meanAbsoluteError(combined, panel, row), seconds: (user + system) / 1e6 };
  });
}

/** The days that are forecast. */
function targetsOf({ from, to }: DevelopmentMarket, dayStep: number): DeliveryDay[] {
  return dayRange(from, to).filter((_, i) => i % dayStep === 0);
}

/** The rows before the target and the target itself without its prices. */
function visible(panel: Panel, target: number): Panel {
  const end = (target + 1) * panel.slotsPerDay;
  return {
    ...panel,
    days: panel.days.slice(0, target + 1),
    price: panel.price.slice(0, end).fill(Number.NaN, target * panel.slotsPerDay),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: values.subarray(0, end) })),
  };
}

/** Lets the models of one day share the fits of equal recipes on equal data. */
function createMemory() {
  const fits = new Map<string, ReturnType<Model['fit']>>();
  const ids = new Map<object, number>();
  const idOf = (part: object): number => ids.get(part) ?? ids.set(part, ids.size).size;
  return <M extends Model>(model: M, recipe: Recipe): M => ({
    ...model,
    fit(panel: Panel, target: number, cache) {
      const key = [idOf(panel.price), panel.holidays !== undefined, target, JSON.stringify(recipe)].join(' ');
      const fitted = fits.get(key) ?? model.fit(panel, target, cache);
      fits.set(key, fitted);
      return fitted;
    },
  });
}

/** Of a day; NaN where no price of it is known. */
export function meanAbsoluteError(
  forecast: Float64Array,
  { price, slotsPerDay }: Panel,
  row: number,
): number {
  const errors = Array.from(forecast, (value, slot) => Math.abs(price[row * slotsPerDay + slot] - value));
  return mean(errors.filter(Number.isFinite));
}

function lossFile(folder: string, { name }: DevelopmentMarket): string {
  return path.join(folder, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.jsonl`);
}

/** A last line that an interruption cut short is left out. */
async function readDays(file: string): Promise<DayLoss[][]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return lines.map((line) => (JSON.parse(line) as { losses: DayLoss[] }).losses);
}

/** The first row is the head. */
export function markdownTable([head, ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function percent(share: number, digits = 2): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(digits)}`;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
