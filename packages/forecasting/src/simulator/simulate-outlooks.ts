import { type DeliveryDay, dayNumber, dayOfNumber } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { instantFor } from '../market/products.ts';
import { clearSkyIrradiance } from '../market/sun.ts';
import type { Series } from '../data/series.ts';
import { createGrid, hourlyNoise } from './grid.ts';
import { smoothKernel } from './noise.ts';
import { SeriesBuilder } from './series-builder.ts';
import { simulateWeather } from './weather.ts';

/** Days ahead of the delivery day at whose midnight an outlook comes out, and its error as a share of that of the longest. */
const VINTAGES = [
  { dayOffset: -7, share: 1 },
  { dayOffset: -4, share: 0.6 },
  { dayOffset: -2, share: 0.3 },
];
/** Standard deviations a week ahead: degC, and of the logarithm of wind speed and of clearness. */
const TEMPERATURE_SPREAD_C = 2.4;
const WIND_LOG_SPREAD = 0.32;
const CLEARNESS_LOG_SPREAD = 0.28;
const SPELL_HOURS = 9;

/**
 * What was said of the simulated market's weather a week, four and two days ahead, for every delivery day from `from` to `to`: the
 * series `{temperature,windspeed,irradiance}.forecast` of `simulateMarket` with an error that grows with the days. Every row is
 * available from the midnight that it came out at.
 */
export function simulateOutlooks({
  seed,
  from,
  to,
}: {
  seed: number;
  from: DeliveryDay;
  to: DeliveryDay;
}): Series[] {
  const grid = createGrid(seed, from, to);
  const { temperatureC, windSpeedMs, irradianceWPerM2, sunHeight } = simulateWeather(grid);
  const error = (name: string) => hourlyNoise(grid, `outlook.${name}`, smoothKernel(SPELL_HOURS));
  const [ofTemperature, ofWind, ofClouds] = ['temperature', 'wind', 'clouds'].map(error);
  const temperature = new SeriesBuilder('temperature.forecast', 'degC', 'PT1H');
  const wind = new SeriesBuilder('windspeed.forecast', 'm/s', 'PT1H');
  const irradiance = new SeriesBuilder('irradiance.forecast', 'W/m2', 'PT1H');
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    const d = day - grid.firstDay;
    for (let i = grid.dayOffset[d]; i < grid.dayOffset[d + 1]; i++) {
      const start = (grid.firstHour + i) * HOUR_MS;
      for (const { dayOffset, share } of VINTAGES) {
        const availableAt = instantFor(dayOfNumber(day), { dayOffset, time: '00:00' });
        const grown = (noise: Float64Array, spread: number) => share * spread * noise[i];
        const clouded = irradianceWPerM2.weather[i] * Math.exp(grown(ofClouds, CLEARNESS_LOG_SPREAD));
        temperature.add(
          start,
          temperatureC.weather[i] + grown(ofTemperature, TEMPERATURE_SPREAD_C),
          availableAt,
        );
        wind.add(start, windSpeedMs.weather[i] * Math.exp(grown(ofWind, WIND_LOG_SPREAD)), availableAt);
        irradiance.add(start, Math.min(clouded, clearSkyIrradiance(sunHeight[i])), availableAt);
      }
    }
  }
  return [temperature, wind, irradiance].map((series) => series.build());
}
