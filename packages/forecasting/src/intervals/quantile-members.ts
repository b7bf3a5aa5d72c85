import { predict } from '../learners/penalised-newton.ts';
import { fitQuantiles } from '../learners/quantile-regression.ts';
import type { ForecastRows } from './forecast-history.ts';
import { nearSlots, pooledQuantiles, sortedBySlot } from './pooled-quantile.ts';

/** What the members learn from; all arrays are row-major `(days + 1) x slotsPerDay`, the last row the day itself. */
export interface MemberInput extends Pick<ForecastRows, 'slotsPerDay' | 'days'> {
  /** Days at the front that nothing is learnt from. */
  warmUpDays: number;
  /** Errors in units of `scales`: NaN where unknown, and on the day itself. */
  ratios: Float64Array;
  /** The error to be expected, in the unit of the price. */
  scales: Float64Array;
  /** How far forecasts lie above the usual level, in usual deviations of their day. */
  positions: Float64Array;
}

/** How error ratios are regressed on how far a forecast lies from the usual level. */
export interface RegressionMemberOptions {
  /** Hours before and after a slot whose remaining ratios count with its own. */
  nearHours: number;
  /** How far above or below the level, in usual deviations, a distance begins to count. */
  smallestDistance: number;
  /** Of the smoothed loss, in units of the expected error. */
  bandwidth: number;
  /** In rows for each row. */
  shrinkage: number;
}

/** Offsets of each level in every slot: quantiles of the error ratios of the slot and the `hours` beside it. */
export function conformalMember(
  { slotsPerDay, days, warmUpDays, ratios, scales }: MemberInput,
  levels: readonly number[],
  hours: number,
): Float64Array[] {
  const sorted = sortedBySlot(ratios, slotsPerDay, warmUpDays);
  const today = scales.subarray(days * slotsPerDay);
  const bySlot = Array.from(today, (_, slot) => quantilesNear(sorted, slot, { hours, levels }));
  return levels.map((_, k) => today.map((scale, slot) => scale * bySlot[slot][k]));
}

/**
 * Offsets of each level by quantile regression of the error ratios on how far above and below the usual level the forecast
 * lies, over all slots, then moved in each slot by the quantile of what is left there.
 */
export function regressionMember(
  { slotsPerDay, days, warmUpDays, ratios, scales, positions }: MemberInput,
  levels: readonly number[],
  { nearHours: hours, smallestDistance, bandwidth, shrinkage }: RegressionMemberOptions,
): Float64Array[] {
  const columns = [
    new Float64Array(ratios.length).fill(1),
    positions.map((position) => Math.sqrt(smallestDistance + Math.max(0, position)) - 0.5),
    positions.map((position) => Math.sqrt(smallestDistance + Math.max(0, -position)) - 0.5),
  ];
  const known: number[] = [];
  for (let i = warmUpDays * slotsPerDay; i < ratios.length; i++) if (!Number.isNaN(ratios[i])) known.push(i);
  const pick = (values: Float64Array) =>
    Float64Array.from({ length: known.length }, (_, k) => values[known[k]]);
  const [rows, y] = [columns.map(pick), pick(ratios)];
  const fitted = new Float64Array(ratios.length);
  const options = { levels, bandwidth, penalty: shrinkage * known.length };
  return fitQuantiles(rows, y, options).map((coefficients, k) => {
    predict(columns, coefficients, fitted);
    const residuals = fitted.map((fit, i) => ratios[i] - fit);
    const left = sortedBySlot(residuals, slotsPerDay, warmUpDays);
    return Float64Array.from({ length: slotsPerDay }, (_, slot) => {
      const i = days * slotsPerDay + slot;
      const own = quantilesNear(left, slot, { hours, levels: [levels[k]] });
      return scales[i] * (fitted[i] + own[0]);
    });
  });
}

/** 0 where the slot and the hours beside it have no value. */
function quantilesNear(
  sorted: Float64Array[],
  slot: number,
  { hours, levels }: { hours: number; levels: readonly number[] },
): number[] {
  const samples = nearSlots(slot, sorted.length, hours).map((near) => ({
    sorted: sorted[near.slot],
    weight: near.weight,
  }));
  return pooledQuantiles(samples, levels).map((quantile) => (Number.isNaN(quantile) ? 0 : quantile));
}
