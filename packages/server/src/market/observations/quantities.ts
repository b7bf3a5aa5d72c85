import type { DailyEnergy, PowerQuantity } from '@lonja/forecasting/power';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** What the power system is described by; MW. */
export const QUANTITIES = [
  'load',
  'wind',
  'solar',
  'hydro',
  'nuclear',
  'thermal',
  'other',
  'netImport',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** Quantities with a model of their own; thermal plants follow what is left of the load. */
export const MODELLED: readonly PowerQuantity[] = [
  'load',
  'wind',
  'solar',
  'hydro',
  'nuclear',
  'other',
  'netImport',
];

/**
 * The series of each quantity, the preferred one first. The load is served as it was forecast, everything else as it was
 * measured where it was. Thermal generation can be known as a whole or for combined-cycle plants alone.
 */
export const SERIES_OF: Record<Quantity, readonly string[]> = {
  load: ['load.forecast', 'load.actual'],
  wind: ['wind.actual', 'wind.forecast'],
  solar: ['solar.actual', 'solar.forecast'],
  hydro: ['hydro.actual'],
  nuclear: ['nuclear.actual'],
  thermal: ['thermal.actual', 'thermal.ccgt.actual'],
  other: ['other.actual'],
  netImport: ['netimport.actual'],
};

/** What was measured of each quantity; where nobody measures it, what was forecast of it is the best there is. */
export function measuredSeriesOf(quantity: Quantity): string[] {
  return SERIES_OF[quantity].toSorted(
    (a, b) => Number(b.endsWith('.actual')) - Number(a.endsWith('.actual')),
  );
}

/** The series that holds the service's own forecasts of a quantity, with every revision. */
export function modelSeriesOf(quantity: Quantity): string {
  return `${quantity.toLowerCase()}.model`;
}

/** What the system operator publishes of a quantity before the day-ahead auction. */
export function publishedSeriesOf(quantity: WeatherDriven): string {
  return `${quantity}.forecast`;
}

/**
 * The series that holds the service's own forecast of each day, made from what was known the day before it: what price models learn from
 * where the operator publishes none.
 */
export function dayAheadSeriesOf(quantity: WeatherDriven): string {
  return `${quantity}.dayahead.model`;
}

/** The energies of whole days, MWh, of what no source without a token publishes by the hour. */
export const ENERGY_SERIES: Record<DailyEnergy, string> = { wind: 'wind.energy', solar: 'solar.energy' };

/** The source that the service's own forecasts are stored under: each world has its own. */
export function modelSourceOf(dataOrigin: DataOrigin): string {
  return dataOrigin === 'simulator' ? 'simulator' : 'lonja';
}

export const WEATHER_DRIVEN = ['load', 'wind', 'solar'] as const;
export type WeatherDriven = (typeof WEATHER_DRIVEN)[number];

/** The weather that drives load, wind and sun. */
export const WEATHER_SERIES = {
  load: [{ key: 'temperature.forecast', kind: 'temperature' }],
  wind: [{ key: 'windspeed.forecast', kind: 'windSpeed' }],
  solar: [
    { key: 'irradiance.forecast', kind: 'irradiance' },
    { key: 'temperature.forecast', kind: 'temperature' },
  ],
} as const;

/** Values by start of the hour. */
export type Hours = ReadonlyMap<number, number>;
