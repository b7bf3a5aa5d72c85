import type { AlignedData } from 'uplot';
import type { ChartSeries, TimeChartData } from './chart-series.ts';

/**
 * Columns for the plot: starts in seconds, then the lower and the upper edge of each band, then the series in the order in which they are drawn; the last
 * period is closed by a repeated value. Values at instants need no such end.
 */
export function plotColumns({
  startsMs,
  periodMs,
  areInstants = false,
  series,
  bands = [],
}: TimeChartData): AlignedData {
  const last = startsMs.at(-1);
  if (last === undefined) return [[]];
  if (areInstants) return [startsMs.map((ms) => ms / 1000), ...series.map(({ values }) => [...values])];
  const times = [...startsMs, last + periodMs].map((ms) => ms / 1000);
  const edges = bands.flatMap(({ low, high }) => [held(low), held(high)]);
  const rows = drawnRows(series).map(({ kind, values }) =>
    kind === 'bars' ? [...values, null] : held(values),
  );
  return [times, ...edges, ...rows];
}

/** The end of the last period, and of the last before a longer gap, repeats the value, so that the step is drawn to its end. */
function held(values: readonly (number | null)[]): (number | null)[] {
  return [...values, null].map((value, index) => {
    const isGap = value === null && (values[index + 1] ?? null) === null;
    return isGap ? (values[index - 1] ?? null) : value;
  });
}

/**
 * The series as they are drawn. Stacked ones grow from zero, upwards and downwards apart, and come first, the outermost before
 * those that are painted over it.
 */
export function drawnRows(series: readonly ChartSeries[]): ChartSeries[] {
  const above: number[] = [];
  const below: number[] = [];
  const stacks = series
    .filter(({ kind }) => kind === 'stack')
    .map((one) => ({
      ...one,
      values: one.values.map((value, i) => {
        if (value === null) return null;
        const sums = value < 0 ? below : above;
        sums[i] = (sums[i] ?? 0) + value;
        return sums[i];
      }),
    }));
  return [...stacks.toReversed(), ...series.filter(({ kind }) => kind !== 'stack')];
}
