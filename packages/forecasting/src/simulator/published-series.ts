import { dayOfNumber, dayStart } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { type RelativeTime, instantFor } from '../market/products.ts';
import type { Series } from '../data/series.ts';
import type { Fuels } from './fuels.ts';
import { type Dispatch, type Market, dispatchHour } from './market.ts';
import { SeriesBuilder } from './series-builder.ts';
import type { Weather } from './weather.ts';

const TSO_FORECAST: RelativeTime = { dayOffset: -1, time: '10:00' };
const WEATHER_FORECAST: RelativeTime = { dayOffset: -1, time: '00:00' };
const FUEL_SETTLEMENT: RelativeTime = { dayOffset: -1, time: '18:00' };
/** Measurements are public an hour after the hour they measure. */
const MEASUREMENT_DELAY_MS = HOUR_MS;

/** The system operator's forecasts for the day ahead: what it expects to run, so less what it expects to be curtailed. */
export function publishForecasts(market: Market, first: number, last: number): Series[] {
  const { grid } = market;
  const load = new SeriesBuilder('load.forecast', 'MW', 'PT1H');
  const wind = new SeriesBuilder('wind.forecast', 'MW', 'PT1H');
  const solar = new SeriesBuilder('solar.forecast', 'MW', 'PT1H');
  for (let day = first; day <= last; day++) {
    const availableAt = instantFor(dayOfNumber(day), TSO_FORECAST);
    const d = day - grid.firstDay;
    for (let i = grid.dayOffset[d]; i < grid.dayOffset[d + 1]; i++) {
      const start = (grid.firstHour + i) * HOUR_MS;
      const expected = dispatchHour(market, i, 'tso');
      load.add(start, expected.loadMw, availableAt);
      wind.add(start, expected.windMw, availableAt);
      solar.add(start, expected.solarMw, availableAt);
    }
  }
  return [load.build(), wind.build(), solar.build()];
}

const MEASURED: readonly (readonly [key: string, part: keyof Dispatch])[] = [
  ['load.actual', 'loadMw'],
  ['wind.actual', 'windMw'],
  ['solar.actual', 'solarMw'],
  ['hydro.actual', 'hydroMw'],
  ['nuclear.actual', 'nuclearMw'],
  ['thermal.actual', 'thermalMw'],
  ['other.actual', 'otherMw'],
  ['netimport.actual', 'netImportMw'],
];

export function publishMeasurements(market: Market, first: number, last: number): Series[] {
  const { grid } = market;
  const builders = MEASURED.map(([key, part]) => ({ part, series: new SeriesBuilder(key, 'MW', 'PT1H') }));
  const end = grid.dayOffset[last - grid.firstDay + 1];
  for (let i = grid.dayOffset[first - grid.firstDay]; i < end; i++) {
    const start = (grid.firstHour + i) * HOUR_MS;
    const measured = dispatchHour(market, i, 'actual');
    for (const { part, series } of builders) {
      series.add(start, measured[part], start + HOUR_MS + MEASUREMENT_DELAY_MS);
    }
  }
  return builders.map(({ series }) => series.build());
}

export function publishFuels(market: Market, fuels: Fuels, first: number, last: number): Series[] {
  const gas = new SeriesBuilder('gas.price', 'EUR/MWh', 'P1D');
  const co2 = new SeriesBuilder('co2.price', 'EUR/t', 'P1D');
  for (let day = first; day <= last; day++) {
    const start = dayStart(dayOfNumber(day));
    const availableAt = instantFor(dayOfNumber(day), FUEL_SETTLEMENT);
    const d = day - market.grid.firstDay;
    gas.add(start, rounded(fuels.gasEurPerMwh[d], 3), availableAt);
    co2.add(start, rounded(fuels.co2EurPerTonne[d], 2), availableAt);
  }
  return [gas.build(), co2.build()];
}

export function publishWeather(market: Market, weather: Weather, first: number, last: number): Series[] {
  const { grid } = market;
  const temperature = new SeriesBuilder('temperature.forecast', 'degC', 'PT1H');
  const wind = new SeriesBuilder('windspeed.forecast', 'm/s', 'PT1H');
  const irradiance = new SeriesBuilder('irradiance.forecast', 'W/m2', 'PT1H');
  for (let day = first; day <= last; day++) {
    const availableAt = instantFor(dayOfNumber(day), WEATHER_FORECAST);
    const d = day - grid.firstDay;
    for (let i = grid.dayOffset[d]; i < grid.dayOffset[d + 1]; i++) {
      const start = (grid.firstHour + i) * HOUR_MS;
      temperature.add(start, rounded(weather.temperatureC.weather[i], 2), availableAt);
      wind.add(start, rounded(weather.windSpeedMs.weather[i], 2), availableAt);
      irradiance.add(start, rounded(weather.irradianceWPerM2.weather[i], 1), availableAt);
    }
  }
  return [temperature.build(), wind.build(), irradiance.build()];
}

function rounded(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  return Math.round(value * unit) / unit + 0;
}
