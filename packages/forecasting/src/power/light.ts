import { instantOf } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { clearSkyIrradiance, sineOfSolarElevation } from '../market/sun.ts';
import { driverMean } from './driver-features.ts';
import { type PowerPanel, driversOf } from './power-panel.ts';

/** Clear-sky irradiance in W/m2 in the middle of each hour. */
export function clearSky({ days, slotsPerDay }: Pick<PowerPanel, 'days' | 'slotsPerDay'>): Float64Array {
  const values = new Float64Array(days.length * slotsPerDay);
  days.forEach((day, row) => {
    const midnight = instantOf(day, '12:00') / HOUR_MS - 12;
    for (let slot = 0; slot < slotsPerDay; slot++)
      values[row * slotsPerDay + slot] = clearSkyIrradiance(sineOfSolarElevation(midnight + slot + 0.5));
  });
  return values;
}

/** What reaches the ground: as forecast, or from the cloud cover (Kasten and Czeplak 1980: 1 - 0.75 n^3.4), or as under a clear sky. */
export function groundIrradiance(panel: PowerPanel): Float64Array {
  const irradiance = driversOf(panel, 'irradiance');
  if (irradiance.length > 0) return driverMean(panel, irradiance);
  const clear = clearSky(panel);
  const clouds = driversOf(panel, 'cloudCover');
  if (clouds.length === 0) return clear;
  return clear.map(
    (value, i) =>
      value * (clouds.reduce((sum, { values }) => sum + 1 - 0.75 * values[i] ** 3.4, 0) / clouds.length),
  );
}
