import type { DriverColumn, PowerPanel } from './power-panel.ts';

/** Mean over the columns where all are known; NaN elsewhere, and without columns. */
export function driverMean(
  { measured }: PowerPanel,
  columns: readonly Pick<DriverColumn, 'values'>[],
): Float64Array {
  return measured.map((_, i) => columns.reduce((sum, { values }) => sum + values[i], 0) / columns.length);
}

/** Centred moving means of `2 * reach + 1` places; NaN within reach of an end or of a place that is not known. */
export function smoothed(values: Float64Array, reach: number): Float64Array {
  return values.map((_, i) => {
    let sum = 0;
    for (let k = -reach; k <= reach; k++) sum += values[Math.min(values.length - 1, Math.max(0, i + k))];
    return sum / (2 * reach + 1);
  });
}
