import { WARM_UP_DAYS } from './expected-error.ts';
import type { ForecastRows } from './forecast-history.ts';
import { predict } from './penalised-newton.ts';
import { nearSlots, pooledQuantiles, sortedBySlot } from './pooled-quantile.ts';
import { fitQuantiles } from './quantile-regression.ts';

/** What the members learn from; all arrays are row-major `(days + 1) x slotsPerDay`, the last row the day itself. */
export interface MemberInput extends Pick<ForecastRows, 'slotsPerDay' | 'days'> {
  /** Errors in units of `scales`: NaN where unknown, and on the day itself. */
  ratios: Float64Array;
  /** The error to be expected, in the unit of the price. */
  scales: Float64Array;
  /** How far forecasts lie above the usual level, in usual deviations of their day. */
  positions: Float64Array;
}

/** Bandwidth in units of the expected error, and shrinkage in rows for each row. */
const BANDWIDTH = 0.1;
const SHRINKAGE = 0.01;

/** Offsets of each level in every slot: quantiles of the error ratios of the slot and the hours beside it. */
export function conformalMember(
  { slotsPerDay, days, ratios, scales }: MemberInput,
  levels: readonly number[],
): Float64Array[] {
  const sorted = sortedBySlot(ratios, slotsPerDay, WARM_UP_DAYS);
  const today = scales.subarray(days * slotsPerDay);
  const bySlot = Array.from(today, (_, slot) => quantilesNear(sorted, slot, { hours: 1, levels }));
  return levels.map((_, k) => today.map((scale, slot) => scale * bySlot[slot][k]));
}

/**
 * Offsets of each level by quantile regression of the error ratios on how far above and below the usual level the forecast
 * lies, over all slots, then moved in each slot by the quantile of what is left there.
 */
export function regressionMember(
  { slotsPerDay, days, ratios, scales, positions }: MemberInput,
  levels: readonly number[],
): Float64Array[] {
  const columns = [
    new Float64Array(ratios.length).fill(1),
    positions.map((position) => Math.sqrt(0.05 + Math.max(0, position)) - 0.5),
    positions.map((position) => Math.sqrt(0.05 + Math.max(0, -position)) - 0.5),
  ];
  const known: number[] = [];
  for (let i = WARM_UP_DAYS * slotsPerDay; i < ratios.length; i++)
    if (!Number.isNaN(ratios[i])) known.push(i);
  const pick = (values: Float64Array) =>
    Float64Array.from({ length: known.length }, (_, k) => values[known[k]]);
  const [rows, y] = [columns.map(pick), pick(ratios)];
  const fitted = new Float64Array(ratios.length);
  const options = { levels, bandwidth: BANDWIDTH, penalty: SHRINKAGE * known.length };
  return fitQuantiles(rows, y, options).map((coefficients, k) => {
    predict(columns, coefficients, fitted);
    const residuals = fitted.map((fit, i) => ratios[i] - fit);
    const left = sortedBySlot(residuals, slotsPerDay, WARM_UP_DAYS);
    return Float64Array.from({ length: slotsPerDay }, (_, slot) => {
      const i = days * slotsPerDay + slot;
      const own = quantilesNear(left, slot, { hours: 2, levels: [levels[k]] });
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
