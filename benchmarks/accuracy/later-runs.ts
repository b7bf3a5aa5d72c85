import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CHAMPION, type Panel } from '@lonja/forecasting';
import { type DeliveryDay, dayRange } from '@lonja/forecasting/market';
import { forecastHorizonsInWorkers } from '@lonja/forecasting/workers';
import { type DevelopmentMarket, readMarket } from './development-markets.ts';

const HORIZON_DAYS = 7;
/** Forecasts of so many first days are held in memory together. */
const BATCH = 28;

/** What is known of the inputs on the days after the first: what was published the day before each of them, or nothing. */
export type LaterInputs = 'published' | 'nothing';

/** Forecasts of seven days from one day on, as the champion gives them, before they are mixed with a baseline. */
export interface LaterRun {
  firstDay: DeliveryDay;
  /** By lead day and slot, price unit of the market. */
  days: number[][];
}

/** Where the data are, and where forecasts are kept. */
export interface LaterFolders {
  dataFolder: string;
  folder: string;
}

/** Forecasts seven days from the days of a market's span, all of which lie in it. What the folder holds already is not made again. */
export async function makeLaterRuns(
  market: DevelopmentMarket,
  inputs: LaterInputs,
  { dataFolder, folder }: LaterFolders,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const panel = await readMarket(dataFolder, market);
  const done = (await readLaterRuns(market, inputs, folder)).length;
  const firstDays = dayRange(market.from, market.to).slice(0, 1 - HORIZON_DAYS);
  for (let from = done; from < firstDays.length; from += BATCH) {
    const batch = firstDays.slice(from, from + BATCH);
    const tasks = batch.map((day) => {
      const target = panel.days.indexOf(day);
      return { panel: knownAt(panel, target, inputs), target, horizonDays: HORIZON_DAYS };
    });
    const forecasts = await forecastHorizonsInWorkers(tasks, { recipe: CHAMPION });
    const lines = forecasts.map((forecast, i) => {
      if (forecast === undefined) throw new Error(`Nothing is forecast of ${batch[i]}.`);
      return `${JSON.stringify({ firstDay: batch[i], days: forecast.days.map((day) => [...day]) })}\n`;
    });
    await appendFile(fileOf(market, inputs, folder), lines.join(''));
    console.error(`${market.name}, ${inputs}: ${from + batch.length} of ${firstDays.length} runs`);
  }
}

/** What the folder holds; a last line that an interruption cut short is left out. */
export async function readLaterRuns(
  market: DevelopmentMarket,
  inputs: LaterInputs,
  folder: string,
): Promise<LaterRun[]> {
  const text = await readFile(fileOf(market, inputs, folder), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as LaterRun);
}

function knownAt(panel: Panel, target: number, inputs: LaterInputs): Panel {
  const end = (target + HORIZON_DAYS) * panel.slotsPerDay;
  return {
    ...panel,
    days: panel.days.slice(0, target + HORIZON_DAYS),
    price: panel.price.slice(0, end).fill(Number.NaN, target * panel.slotsPerDay),
    exogenous: panel.exogenous.map(({ name, values }) => {
      const known = values.slice(0, end);
      if (inputs === 'nothing') known.fill(Number.NaN, (target + 1) * panel.slotsPerDay);
      return { name, values: known };
    }),
  };
}

function fileOf({ name }: DevelopmentMarket, inputs: LaterInputs, folder: string): string {
  return path.join(folder, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${inputs}.jsonl`);
}
