import type { Resolution } from '../market/delivery-day.ts';

/**
 * A time series in columns, with every revision. Row i says: from `availableAt[i]` on, the value of the period that starts
 * at `start[i]` was known to be `value[i]`. Rows are sorted by `start`, then by `availableAt`. Instants are epoch ms.
 * Values are finite: a period that is not known has no row.
 */
export interface Series {
  /** Canonical key such as `price.da` or `load.forecast`. */
  key: string;
  /** `EUR/MWh`, `MW`, `degC`, ... */
  unit: string;
  resolution: Resolution;
  start: Float64Array;
  value: Float64Array;
  availableAt: Float64Array;
}

/**
 * Latest value known at `asOf` for each period with `from <= start < to`, as a map from period start to value.
 * Rows whose `availableAt` is after `asOf` are invisible.
 */
export function valuesAsOf(
  series: Series,
  window: { from: number; to: number; asOf: number },
): Map<number, number> {
  const known = new Map<number, number>();
  for (let i = lowerBound(series.start, window.from); i < series.start.length; i++) {
    const start = series.start[i];
    if (start >= window.to) break;
    if (series.availableAt[i] <= window.asOf) known.set(start, series.value[i]);
  }
  return known;
}

/** Index of the first element that is >= `target` in an ascending array; its length when there is none. */
export function lowerBound(sorted: Float64Array, target: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
