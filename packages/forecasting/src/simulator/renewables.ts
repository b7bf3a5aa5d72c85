import { capacityOf } from './capacity.ts';
import type { Grid } from './grid.ts';
import { type ByVintage, mapVintages } from './vintages.ts';
import { MEDIAN_WIND_MS, WIND_LOG_SPREAD, type Weather } from './weather.ts';

/** What wind and sun could feed in, MW, before any of it is curtailed. */
export interface RenewablePotential {
  windMw: ByVintage;
  solarMw: ByVintage;
}

export function simulateRenewables(grid: Grid, weather: Weather): RenewablePotential {
  const windCapacity = new Float64Array(grid.hourCount);
  const solarCapacity = new Float64Array(grid.hourCount);
  for (let i = 0; i < grid.hourCount; i++) {
    const capacity = capacityOf(grid.localDay[i]);
    windCapacity[i] = capacity.windMw;
    solarCapacity[i] = capacity.solarMw;
  }
  const sunShare = weather.sunHeight.map(plantShareOfSun);
  return {
    windMw: mapVintages((vintage) =>
      weather.windSpeedMs[vintage].map((speed, i) => windCapacity[i] * windCapacityFactor(speed)),
    ),
    solarMw: mapVintages((vintage) =>
      weather.clearness[vintage].map((clear, i) => solarCapacity[i] * sunShare[i] * clear),
    ),
  };
}

/**
 * Power curve of the whole fleet: spread over the country it never stands still nor runs at full output. A logistic curve
 * in the logarithm of wind speed that saturates at 74 %.
 */
function windCapacityFactor(speedMs: number): number {
  const state = Math.log(speedMs / MEDIAN_WIND_MS) / WIND_LOG_SPREAD;
  return 0.74 / (1 + Math.exp(1.13 - 0.98 * state));
}

/** Output of a mostly sun-tracking fleet over its capacity under a clear sky: steep shoulders and a flat top. */
function plantShareOfSun(sunHeight: number): number {
  return 0.7 * (1 - Math.exp(-((sunHeight / 0.38) ** 1.7)));
}
