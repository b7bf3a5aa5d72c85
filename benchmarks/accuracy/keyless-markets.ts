import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ExogenousColumn, Panel } from '@lonja/forecasting';
import { type DeliveryDay, dayRange } from '@lonja/forecasting/market';
import type { DailyEnergy, DriverColumn } from '@lonja/forecasting/power';
import { parseDailyWeather } from './daily-weather.ts';
import { asOfEveningBefore } from './evening-forecasts.ts';
import { type CityForecasts, asForecast, forecastWeather } from './five-cities.ts';
import { ownForecasts } from './own-forecasts.ts';
import { spanishSignals } from './spanish-signals.ts';
import { parseSpanishPanel, readColumn } from './spanish-panel.ts';
import { type SpanishSystem, parseSpanishSystem } from './spanish-system.ts';

const SLOTS = 24;
export const WEATHER_SEED = 20_180_101;
export const FILES = {
  panel: 'spain/panel_hourly_2015_2026Q1.csv.gz',
  system: 'spain/entsoe_export_2015_2018.csv.gz',
  weather: 'spain/weather_5cities_hourly_2015_2018.csv.gz',
  dailyWeather: 'spain/weather_daily_5cities_2019_2025.csv.gz',
  fuels: 'spain/fuels_daily_normalised.csv',
};

/** A market with what is known of load, wind and sun of the next day at noon, in this order. */
export interface KeylessMarket {
  /** Without exogenous inputs. */
  panel: Panel;
  /** The system operator's forecasts of all three. */
  operator: ExogenousColumn[];
  /** With Energy-Charts, where the operator's load comes before the gate and its wind and sun in the evening. */
  afterGate: ExogenousColumn[];
  measured: SpanishSystem;
}

/**
 * Standard deviation of the operator's errors, MW, and the first day whose forecasts are those of the evening before: earlier ones were
 * revised (2018), or measurements stand in for them (2025).
 */
const EVENING = {
  '2018': { firstReal: '2018-02-01', wind: 640, solar: 234 },
  '2025': { firstReal: '2025-05-29', wind: 1085, solar: 1038 },
};

/** Spain to 2018, with the weather of five cities as it was forecast. Own forecasts are kept in `dayFolder`. */
export async function readMarketOf2018(folder: string, dayFolder: string): Promise<KeylessMarket> {
  const span = { from: '2015-01-01', to: '2018-12-30' };
  const measured = parseSpanishSystem(await readText(folder, FILES.system), span);
  const weather = forecastWeather(await readText(folder, FILES.weather), span, WEATHER_SEED);
  const { panel, operator } = await readPanel(folder, span);
  const task = { measured, ownFrom: '2015-12-01', weather, folder: path.join(dayFolder, '2018') };
  const afterGate = await forecastAfterGate({ panel, operator }, task, EVENING['2018']);
  return { panel, operator, afterGate, measured };
}

/**
 * Spain in 2025, with the daily weather of five cities as it was forecast. Before 2025 the load is what was scheduled, as the panel has no
 * measurement, and the sun is not known.
 */
export async function readMarketOf2025(folder: string, dayFolder: string): Promise<KeylessMarket> {
  const span = { from: '2022-06-01', to: '2025-12-31' };
  const { panel, operator } = await readPanel(folder, span);
  const text = await readText(folder, FILES.panel);
  const column = (name: string) => readColumn(text, panel.days, name);
  const scheduled = column('load_prog_545');
  const measured = {
    load: column('load_act').map((value, i) => (Number.isNaN(value) ? scheduled[i] : value)),
    wind: column('wind_act_551'),
    solar: column('solar_act'),
  };
  const weather = asForecast(
    parseDailyWeather(await readText(folder, FILES.dailyWeather), span),
    WEATHER_SEED,
  );
  const task = { measured, ownFrom: '2023-05-01', weather, folder: path.join(dayFolder, '2025') };
  const afterGate = await forecastAfterGate({ panel, operator }, task, EVENING['2025']);
  return { panel, operator, afterGate, measured };
}

interface OwnTask {
  measured: SpanishSystem;
  ownFrom: DeliveryDay;
  weather: CityForecasts;
  folder: string;
}

/** The operator's load, and own wind and sun, learnt from measured hours and made from what the operator had published of the day before. */
async function forecastAfterGate(
  { panel, operator: [load, ...others] }: { panel: Panel; operator: ExogenousColumn[] },
  task: OwnTask,
  evening: { firstReal: DeliveryDay } & Record<DailyEnergy, number>,
): Promise<ExogenousColumn[]> {
  const own: ExogenousColumn[] = [];
  for (const [i, quantity] of (['wind', 'solar'] as const).entries()) {
    const published = asOfEveningBefore(others[i].values, panel.days, {
      firstReal: evening.firstReal,
      deviationMw: evening[quantity],
      seed: WEATHER_SEED + i,
    });
    own.push(await forecastQuantity(panel, task, { quantity, published }));
  }
  return [load, ...own];
}

async function forecastQuantity(
  { days, slotsPerDay }: Panel,
  { measured, ownFrom, weather, folder }: OwnTask,
  { quantity, published }: { quantity: DailyEnergy; published: Float64Array },
): Promise<ExogenousColumn> {
  const drivers = driversOf(quantity, weather.dayAhead);
  const own = await ownForecasts(path.join(folder, `hours-${quantity}.f64`), {
    quantity,
    panel: { days, slotsPerDay, measured: measured[quantity], drivers },
    first: days.indexOf(ownFrom),
    driversAt: (row) => driversOf(quantity, weather.asOfDayBefore(row)),
    published,
  });
  console.error(`own forecasts of ${quantity} for ${days[0]} to ${days[days.length - 1]}: done`);
  return own;
}

/** What the model of wind reads of the weather; that of the sun reads all. */
function driversOf(quantity: DailyEnergy, drivers: DriverColumn[]): DriverColumn[] {
  return drivers.filter(({ kind }) => quantity === 'solar' || kind.startsWith('wind') || kind === 'pressure');
}

async function readPanel(folder: string, { from, to }: { from: DeliveryDay; to: DeliveryDay }) {
  const panelText = await readText(folder, FILES.panel);
  const { panel: whole } = parseSpanishPanel(panelText, from);
  const days = dayRange(from, to);
  const cut = (values: Float64Array) => values.slice(0, days.length * SLOTS);
  const bare: Panel = { ...whole, days, price: cut(whole.price), exogenous: [] };
  const fuelsText = await readText(folder, FILES.fuels);
  // No source without a token publishes gas prices; the first intraday auction is OMIE's.
  const signals = spanishSignals(bare, { panelText, fuelsText, stamps: 'start' }).slice(0, 1);
  const NAMES = ['load.forecast', 'wind.forecast', 'solar.forecast'];
  const operator = whole.exogenous.map(({ values }, i) => ({ name: NAMES[i], values: cut(values) }));
  return { panel: { ...bare, signals }, operator };
}

async function readText(folder: string, file: string): Promise<string> {
  const bytes = await readFile(path.join(folder, file));
  return (file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
}
