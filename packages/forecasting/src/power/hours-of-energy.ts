import { groundIrradiance } from './light.ts';
import type { PowerPanel } from './power-panel.ts';

/** What some sources predict of by whole days alone, though models learn it by hours. */
export type DailyEnergy = 'wind' | 'solar';

/**
 * The hours of days of which only the energy is measured, MW on the panel's grid: the sun's follow the light that was forecast, or a clear
 * sky where that is not known; the wind's are all alike, as the wind at the ground says little about the course at hub height. `meanMw` has
 * the mean of each row, NaN where it is not known.
 */
export function hoursOfEnergy(
  quantity: DailyEnergy,
  panel: Omit<PowerPanel, 'measured'>,
  meanMw: Float64Array,
): Float64Array {
  const { slotsPerDay } = panel;
  const hours = new Float64Array(meanMw.length * slotsPerDay);
  meanMw.forEach((mean, row) => hours.fill(mean, row * slotsPerDay, (row + 1) * slotsPerDay));
  if (quantity === 'wind') return hours;
  const forecast = groundIrradiance({ ...panel, measured: hours });
  const clear = groundIrradiance({ ...panel, drivers: [], measured: hours });
  const ofDays = (light: Float64Array) =>
    meanMw.map((_, row) =>
      light.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).reduce((sum, value) => sum + value, 0),
    );
  const [predicted, possible] = [ofDays(forecast), ofDays(clear)];
  return hours.map((mean, i) => {
    const row = Math.floor(i / slotsPerDay);
    const [light, all] = predicted[row] > 0 ? [forecast, predicted[row]] : [clear, possible[row]];
    return (mean * slotsPerDay * light[i]) / all;
  });
}
