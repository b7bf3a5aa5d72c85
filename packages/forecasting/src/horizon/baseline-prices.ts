import { type Panel, isFreeDay } from '../data/panel.ts';

/** The baseline of row `row` as seen from row `origin`, by slot; NaN in slots of which no price is known. */
export type BaselinePrices = (place: { row: number; origin: number }) => Float64Array;

/**
 * A baseline that needs no model: the mean of each slot's prices over those of the `days` rows before the origin that lie on a weekend
 * or holiday, or on working days, as the row does. O(days x slots) for each origin.
 */
export function baselinePrices(panel: Panel, days: number): BaselinePrices {
  const { slotsPerDay, price } = panel;
  const isWeekend = panel.days.map((day) => isFreeDay(day, panel.holidays));
  const known = new Map<number, { weekend: Float64Array; working: Float64Array }>();
  const meanOf = (origin: number, ofWeekend: boolean): Float64Array => {
    const sums = new Float64Array(slotsPerDay);
    const counts = new Float64Array(slotsPerDay);
    for (let row = Math.max(0, origin - days); row < origin; row++) {
      if (isWeekend[row] !== ofWeekend) continue;
      for (let slot = 0; slot < slotsPerDay; slot++) {
        const value = price[row * slotsPerDay + slot];
        if (Number.isNaN(value)) continue;
        sums[slot] += value;
        counts[slot]++;
      }
    }
    return sums.map((sum, slot) => sum / counts[slot]);
  };
  return ({ row, origin }) => {
    const means = known.get(origin) ?? { weekend: meanOf(origin, true), working: meanOf(origin, false) };
    known.set(origin, means);
    return isWeekend[row] ? means.weekend : means.working;
  };
}
