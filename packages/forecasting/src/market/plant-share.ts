import { HOUR_MS } from './madrid-time.ts';
import { clearSkyIrradiance, type Place, sineOfSolarElevation } from './sun.ts';

export type { Place } from './sun.ts';

/** Irradiance at which a plant gives its rated power, W/m2. */
const RATED_IRRADIANCE = 1000;
/** What clouds, heat and inverters leave over the year. */
const USUAL_YIELD = 0.75;

/** Share of its capacity that a solar plant at a place usually gives at an instant (epoch ms), by the height of the sun alone. */
export function usualSolarShare(instant: number, place: Place): number {
  const irradiance = clearSkyIrradiance(sineOfSolarElevation(instant / HOUR_MS, place));
  return (USUAL_YIELD * irradiance) / RATED_IRRADIANCE;
}
