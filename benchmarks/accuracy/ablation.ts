/**
 * Takes each part out of the champion's recipe and measures what that costs, on the development markets, on every third day, without bounds.
 * Prints the table of ablation.md: the change of the daily mean absolute error, in percent of that of the champion, with its standard error
 * from daily losses over all markets together, and the processor time of a day.
 * Run: node benchmarks/accuracy/ablation.ts ../shared/data FOLDER [MARKET ...] > benchmarks/accuracy/ablation.md
 * FOLDER keeps the losses of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library. With
 * names of markets only these are computed, and the table is of all that FOLDER holds.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CHAMPION,
  type Model,
  type Panel,
  type Recipe,
  createFitCache,
  createModel,
} from '@lonja/forecasting';
import { DEVELOPMENT_MARKETS, type DevelopmentMarket, readMarket } from './development-markets.ts';
import { ablations } from './recipe-ablations.ts';

const DAY_STEP = 3;

const [dataFolder, folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder of the data and one for the losses of each day.');
await mkdir(folder, { recursive: true });
const variants = ablations(CHAMPION);
const wanted = DEVELOPMENT_MARKETS.filter(({ name }) => names.length === 0 || names.includes(name));
for (const market of wanted) await measure(market);

/** One line a day: the day, and for each variant its mean absolute error and the processor seconds that it took beside the others. */
async function measure(market: DevelopmentMarket): Promise<void> {
  const file = lossFile(market);
  const panel = await readMarket(dataFolder, market);
  const done = (await readLosses(market)).length;
  const [first, last] = [market.from, market.to].map((day) => panel.days.indexOf(day));
  const rows = Array.from(
    { length: Math.floor((last - first) / DAY_STEP) + 1 },
    (_, i) => first + DAY_STEP * i,
  );
  const cache = createFitCache();
  for (const [i, row] of rows.entries()) {
    if (i < done) continue;
    const seen = visible(panel, row);
    const remember = createMemory();
    const losses = variants.map(({ recipe }) => {
      const start = process.cpuUsage();
      const { combined } = createModel(recipe, remember).fit(seen, row, cache).predict(seen, row);
      const { user, system } = process.cpuUsage(start);
      return [meanAbsoluteError(combined, panel, row), (user + system) / 1e6];
    });
    await appendFile(file, `${JSON.stringify({ day: panel.days[row], losses })}\n`);
    if (i % 10 === 0) console.error(`${market.name}: ${i} of ${rows.length} days`);
  }
}

console.log(await table());

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

/** Lets the variants of a day share the fits of the members that they have in common. */
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

function meanAbsoluteError(forecast: Float64Array, { price, slotsPerDay }: Panel, row: number): number {
  const errors = Array.from(forecast, (value, slot) => Math.abs(price[row * slotsPerDay + slot] - value));
  const known = errors.filter(Number.isFinite);
  return known.reduce((sum, error) => sum + error, 0) / known.length;
}

function lossFile({ name }: DevelopmentMarket): string {
  return path.join(folder, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.jsonl`);
}

/** For each day, and each variant, its loss and its seconds. */
async function readLosses(market: DevelopmentMarket): Promise<[loss: number, seconds: number][][]> {
  const text = await readFile(lossFile(market), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return lines.map((line) => (JSON.parse(line) as { losses: [number, number][] }).losses);
}

async function table(): Promise<string> {
  const markets = await Promise.all(
    DEVELOPMENT_MARKETS.map(async (market) => ({ market, days: await readLosses(market) })),
  );
  const measured = markets.filter(({ days }) => days.length > 0);
  const rows = variants.map(({ name }, v) => {
    const relative = measured.map(({ days }) => {
      const usual = mean(days.map(([[loss]]) => loss));
      return days.map((losses) => (losses[v][0] - losses[0][0]) / usual);
    });
    const all = relative.flat();
    const average = mean(all);
    const deviation = Math.sqrt(mean(all.map((value) => (value - average) ** 2)) / all.length);
    const geometric = Math.exp(mean(relative.map((days) => Math.log(1 + mean(days))))) - 1;
    const seconds = mean(measured.flatMap(({ days }) => days.map((losses) => losses[v][1])));
    return [
      name,
      percent(geometric),
      percent(average),
      (100 * deviation).toFixed(2),
      deviation > 0 ? (average / deviation).toFixed(1) : '',
      ...relative.map((days) => percent(mean(days), 1)),
      seconds.toFixed(2),
    ];
  });
  const head = [
    'taken out',
    'geometric mean %',
    'mean %',
    'standard error',
    'in standard errors',
    ...measured.map(({ market }) => market.name),
    's a day',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function percent(share: number, digits = 2): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(digits)}`;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
