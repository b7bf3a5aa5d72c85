import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ExogenousColumn, Panel } from '@lonja/forecasting';
import { type DeliveryDay, dayRange } from '@lonja/forecasting/market';
import { type DriverColumn, type DriverKind, type PowerPanel, hoursOfEnergy } from '@lonja/forecasting/power';
import { type CityForecasts, forecastWeather } from './five-cities.ts';
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
  fuels: 'spain/fuels_daily_normalised.csv',
};

/** A market with what the operator forecasts of it and what a service without tokens does, both load, wind, sun. */
export interface KeylessMarket {
  /** Without exogenous inputs. */
  panel: Panel;
  operator: ExogenousColumn[];
  own: ExogenousColumn[];
  measured: SpanishSystem;
}

/** Spain to 2018, with the weather of five cities as it was forecast. Own forecasts are kept in `dayFolder`. */
export async function readMarketWithWeather(folder: string, dayFolder: string): Promise<KeylessMarket> {
  const span = { from: '2015-01-01', to: '2018-12-30' };
  const measured = parseSpanishSystem(await readText(folder, FILES.system), span);
  const weather = forecastWeather(await readText(folder, FILES.weather), span, WEATHER_SEED);
  const { panel, operator } = await readPanel(folder, span);
  const own = await forecastAll(panel, {
    measured,
    ownFrom: '2015-12-01',
    weather,
    folder: path.join(dayFolder, '2018'),
  });
  return { panel, operator, own, measured };
}

/**
 * Spain in 2025 without any weather. Before 2025 the load is what was scheduled, as the panel has no measurement, and the sun is not known.
 */
export async function readMarketWithoutWeather(folder: string, dayFolder: string): Promise<KeylessMarket> {
  const span = { from: '2022-06-01', to: '2026-01-02' };
  const { panel, operator } = await readPanel(folder, span);
  const text = await readText(folder, FILES.panel);
  const column = (name: string) => readColumn(text, panel.days, name);
  const scheduled = column('load_prog_545');
  const measured = {
    load: column('load_act').map((value, i) => (Number.isNaN(value) ? scheduled[i] : value)),
    wind: column('wind_act_551'),
    solar: column('solar_act'),
  };
  const own = await forecastAll(panel, {
    measured,
    ownFrom: '2023-05-01',
    folder: path.join(dayFolder, '2025'),
  });
  return { panel, operator, own, measured };
}

async function forecastAll(
  { days, slotsPerDay }: Panel,
  {
    measured,
    ownFrom,
    weather = { dayAhead: [], asOfDayBefore: () => [] },
    folder,
  }: {
    measured: SpanishSystem;
    ownFrom: DeliveryDay;
    weather?: CityForecasts;
    folder: string;
  },
): Promise<ExogenousColumn[]> {
  const own: ExogenousColumn[] = [];
  const first = days.indexOf(ownFrom);
  for (const quantity of ['load', 'wind', 'solar'] as const) {
    const ofQuantity = (drivers: DriverColumn[]) => drivers.filter(({ kind }) => isDriverOf(quantity, kind));
    const driversAt = (row: number) => ofQuantity(weather.asOfDayBefore(row));
    const grid = { days, slotsPerDay, drivers: ofQuantity(weather.dayAhead) };
    // REData publishes wind and solar energy of whole days.
    const known =
      quantity === 'load' ? measured.load : hoursOfEnergy(quantity, grid, meansOfDays(measured[quantity]));
    const panel: PowerPanel = { ...grid, measured: known };
    const file = path.join(folder, `own-${quantity}.f64`);
    own.push(await ownForecasts(file, { quantity, panel, first, driversAt }));
    console.error(`own forecasts of ${quantity} for ${days[0]} to ${days[days.length - 1]}: done`);
  }
  return own;
}

/** What the models of load and wind read of the weather; that of the sun reads all. */
function isDriverOf(quantity: keyof SpanishSystem, kind: DriverKind): boolean {
  if (quantity === 'load') return kind === 'temperature';
  return quantity === 'solar' || kind.startsWith('wind') || kind === 'pressure';
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

function meansOfDays(values: Float64Array): Float64Array {
  return Float64Array.from(
    { length: values.length / SLOTS },
    (_, row) => values.subarray(row * SLOTS, (row + 1) * SLOTS).reduce((sum, mw) => sum + mw, 0) / SLOTS,
  );
}

async function readText(folder: string, file: string): Promise<string> {
  const bytes = await readFile(path.join(folder, file));
  return (file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
}
