import type { ErrorHistory } from './error-history.ts';
import { slotsOfHours } from './moving-averages.ts';

/** How the scale of errors is followed. */
export interface ErrorScaleOptions {
  /** Days after which an error weighs half as much in the scale. */
  halfLifeDays: number;
  /** The scale of a slot uses errors of so many hours to either side, of a day that is taken for 24 hours. */
  nearHours: number;
  /** The average begins at the mean of this many days. */
  firstDays: number;
  /** Floor of a scale as a share of the mean absolute error, so that a run of exact forecasts does not promise certainty. */
  smallestShare: number;
}

/**
 * How large errors near each slot have been lately: row-major `(days + 1) x slotsPerDay`, row d from the errors of days
 * before d alone, the last row for the day that follows the history. It is the exponentially weighted mean, day by day, of
 * the mean absolute error of the slot and its neighbours, beginning at the mean of the first days. Always above 0; a day
 * without errors leaves it as it is.
 */
export function errorScales(
  { slotsPerDay, errors }: ErrorHistory,
  { halfLifeDays, nearHours, firstDays: first, smallestShare }: ErrorScaleOptions,
): Float64Array {
  const days = errors.length / slotsPerDay;
  const local = neighbourhoodMeans(errors, slotsPerDay, slotsOfHours(nearHours, slotsPerDay));
  const firstDays = local.subarray(0, first * slotsPerDay);
  const mean = meanOfKnown(errors.map(Math.abs)) || 1;
  const scales = new Float64Array(errors.length + slotsPerDay);
  const weight = 1 - 0.5 ** (1 / halfLifeDays);
  for (let slot = 0; slot < slotsPerDay; slot++) {
    let scale = meanOfKnown(firstDays.filter((_, i) => i % slotsPerDay === slot)) || mean;
    for (let day = 0; day <= days; day++) {
      const i = day * slotsPerDay + slot;
      scales[i] = Math.max(scale, smallestShare * mean);
      if (day < days && !Number.isNaN(local[i])) scale += weight * (local[i] - scale);
    }
  }
  return scales;
}

function neighbourhoodMeans(errors: Float64Array, slotsPerDay: number, radius: number): Float64Array {
  return errors.map((_, i) => {
    const slot = i % slotsPerDay;
    const [first, end] = [i - Math.min(slot, radius), i + Math.min(slotsPerDay - slot, radius + 1)];
    let sum = 0;
    let known = 0;
    for (let j = first; j < end; j++) {
      if (Number.isNaN(errors[j])) continue;
      sum += Math.abs(errors[j]);
      known++;
    }
    return known === 0 ? NaN : sum / known;
  });
}

/** NaN where nothing is known. */
function meanOfKnown(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
