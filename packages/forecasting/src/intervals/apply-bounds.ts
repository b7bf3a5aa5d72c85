import type { ErrorHistory } from './error-history.ts';
import { conformalOffsets } from './conformal-offsets.ts';
import type { ErrorScaleOptions } from './error-scale.ts';
import { orderQuantiles } from './order-quantiles.ts';

/**
 * Bounds of one day's point forecasts at the quantile `levels`, one array of `slotsPerDay` for each level. A bound below
 * the median never lies above the forecast, one above the median never below it, so p10 <= value <= p90 holds whatever
 * the past errors were.
 */
export function applyBounds(
  values: Float64Array,
  pastErrors: ErrorHistory,
  levels: readonly number[],
  scale: ErrorScaleOptions,
): Float64Array[] {
  if (values.length !== pastErrors.slotsPerDay || !values.every(Number.isFinite)) {
    throw new RangeError(`Bounds need ${pastErrors.slotsPerDay} finite values; got ${values.length}.`);
  }
  const bounds = conformalOffsets(pastErrors, levels, scale).map((offsets) =>
    offsets.map((offset, slot) => values[slot] + offset),
  );
  return orderQuantiles(values, bounds, levels);
}
