import { clearSkyIrradiance, sineOfSolarElevation } from '../market/sun.ts';
import { type Grid, hourlyNoise, slowNoise, yearPhase } from './grid.ts';
import { roughKernel, smoothKernel } from './noise.ts';
import { type ByVintage, mapVintages, withNews } from './vintages.ts';

/** Weather of Spain, weighted by where people live and plants stand, hourly on the grid, as each vintage sees it. */
export interface Weather {
  temperatureC: ByVintage;
  /** At hub height. */
  windSpeedMs: ByVintage;
  /** Share of clear-sky irradiance that reaches the ground, 0 to 1. */
  clearness: ByVintage;
  irradianceWPerM2: ByVintage;
  /** Sine of the sun's elevation, hourly mean, 0 at night. */
  sunHeight: Float64Array;
}

/** Wind speed at which the latent wind state is 0, m/s, and its log-scale spread for a unit of that state. */
export const MEDIAN_WIND_MS = 6.4;
export const WIND_LOG_SPREAD = 0.34;

const WIND_NEWS = { tso: 0.12, da: 0.09, ida1: 0.07, ida2: 0.06, ida3: 0.06, actual: 0.1 };
const CLOUD_NEWS = { tso: 0.4, da: 0.22, ida1: 0.24, ida2: 0.24, ida3: 0.28, actual: 0.42 };
const TEMPERATURE_NEWS = { tso: 0.45, da: 0.2, ida1: 0.22, ida2: 0.22, ida3: 0.22, actual: 0.3 };

export function simulateWeather(grid: Grid): Weather {
  const synoptic = slowNoise(grid, 'weather.regime', smoothKernel(3.5));
  const season = Float64Array.from(grid.localDay, yearPhase);
  const solarHour = Float64Array.from({ length: grid.hourCount }, (_, i) => (grid.firstHour + i + 0.25) % 24);
  const sunHeight = Float64Array.from({ length: grid.hourCount }, (_, i) =>
    sineOfSolarElevation(grid.firstHour + i + 0.5),
  );
  const wind = windState(grid, synoptic, season, solarHour);
  const cloud = cloudState(grid, synoptic, season);
  const clearness = mapVintages((vintage) =>
    cloud[vintage].map((state) => 1 - 0.78 / (1 + Math.exp(-state))),
  );
  return {
    temperatureC: temperature(grid, season, solarHour, clearness.weather),
    windSpeedMs: mapVintages((vintage) =>
      wind[vintage].map((state) => MEDIAN_WIND_MS * Math.exp(WIND_LOG_SPREAD * state)),
    ),
    clearness,
    irradianceWPerM2: mapVintages((vintage) =>
      clearness[vintage].map((share, i) => share * clearSkyIrradiance(sunHeight[i])),
    ),
    sunHeight,
  };
}

/** Log of wind speed in standard units: fronts of a day or two on regimes of a week, stronger in winter and at night. */
function windState(
  grid: Grid,
  synoptic: Float64Array,
  season: Float64Array,
  solarHour: Float64Array,
): ByVintage {
  const fronts = hourlyNoise(grid, 'wind.front', smoothKernel(13));
  const gusts = hourlyNoise(grid, 'wind.gust', roughKernel(5));
  const base = fronts.map((front, i) => {
    const winter = Math.cos(season[i] - 0.5);
    const breeze = (0.3 - 0.26 * winter) * Math.cos((2 * Math.PI * (solarHour[i] - 21)) / 24);
    return 0.68 * front + 0.66 * synoptic[i] + 0.08 * gusts[i] + 0.36 * winter - 0.04 + breeze;
  });
  const restlessness = slowNoise(grid, 'wind.restless', smoothKernel(2));
  const scale = base.map((state, i) => {
    const slope = Math.abs(base[Math.min(i + 3, base.length - 1)] - base[Math.max(i - 3, 0)]);
    return (
      Math.exp(0.3 * restlessness[i] - 0.045) * (0.7 + 0.8 * Math.min(slope, 1.5)) * (state < -1.5 ? 1.3 : 1)
    );
  });
  return withNews(grid, 'wind.news', base, WIND_NEWS, scale);
}

/** Logit of cloud cover: wet regimes bring wind and cloud together, summers are clear. */
function cloudState(grid: Grid, synoptic: Float64Array, season: Float64Array): ByVintage {
  const fields = hourlyNoise(grid, 'cloud.field', smoothKernel(9));
  const spells = slowNoise(grid, 'cloud.spell', smoothKernel(1.8));
  const base = fields.map((field, i) => {
    const winter = Math.cos(season[i] - 0.35);
    return (
      -1.85 + 0.75 * winter + (1.35 + 0.2 * winter) * (0.45 * field + 0.7 * spells[i] + 0.5 * synoptic[i])
    );
  });
  const unsettled = slowNoise(grid, 'cloud.unsettled', smoothKernel(2));
  const scale = unsettled.map((value, i) => Math.exp(0.3 * value - 0.045) * (base[i] > -2.2 ? 1.25 : 0.85));
  return withNews(grid, 'cloud.news', base, CLOUD_NEWS, scale);
}

function temperature(
  grid: Grid,
  season: Float64Array,
  solarHour: Float64Array,
  clearness: Float64Array,
): ByVintage {
  const airMass = slowNoise(grid, 'temperature.air', smoothKernel(1.7));
  const spell = slowNoise(grid, 'temperature.spell', smoothKernel(12));
  const base = airMass.map((air, i) => {
    const yearly = 17.4 - 7.2 * Math.cos(season[i]) - 3.3 * Math.sin(season[i]) + Math.sin(2 * season[i]);
    const swing = (3.2 - 1.1 * Math.cos(season[i] - 0.3)) * (0.45 + 0.7 * clearness[i]);
    return (
      yearly + 1.65 * air + 1.05 * spell[i] + swing * Math.cos((2 * Math.PI * (solarHour[i] - 15.2)) / 24)
    );
  });
  return withNews(grid, 'temperature.news', base, TEMPERATURE_NEWS, new Float64Array(grid.hourCount).fill(1));
}
