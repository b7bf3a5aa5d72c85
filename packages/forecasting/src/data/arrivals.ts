import { HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { countAtMost } from '../linalg/statistics.ts';
import type { Series } from './series.ts';

/** When the newest row that was available at `asOf` became available, of periods from `from` on (all where it is left out), epoch ms; undefined for none. */
export function newestArrival(
  series: Iterable<Series>,
  { asOf, from = Number.NEGATIVE_INFINITY }: { asOf: number; from?: number },
): number | undefined {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { start, availableAt } of series) {
    for (let i = 0; i < start.length; i++) {
      const at = availableAt[i];
      if (start[i] >= from && at <= asOf && at > newest) newest = at;
    }
  }
  return newest === Number.NEGATIVE_INFINITY ? undefined : newest;
}

/** Gives how many instants at which a row became available there are up to an instant, epoch ms: what is known changes at these alone. */
export function countArrivals(series: Iterable<Series>): (asOf: number) => number {
  const instants = new Set<number>();
  for (const { availableAt } of series) for (const at of availableAt) instants.add(at);
  const ascending = Float64Array.from(instants).sort();
  return (asOf) => countAtMost(ascending, asOf);
}

const PERIOD_MS = { PT1H: HOUR_MS, PT15M: 15 * MINUTE_MS };

/** End of the last hour or quarter hour whose value was known at `asOf`, epoch ms; undefined for none. */
export function knownUntil(series: readonly Series[], asOf: number): number | undefined {
  const ends = series.flatMap(({ start, availableAt, resolution }) => {
    const last = availableAt.findLastIndex((at) => at <= asOf);
    return last < 0 || resolution === 'P1D' ? [] : [start[last] + PERIOD_MS[resolution]];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** The value of the newest period that was known at `asOf`, in its last revision by then; of several series the last. NaN for none. */
export function newestValue(series: readonly Series[], asOf: number): number {
  let [newest, value] = [Number.NEGATIVE_INFINITY, Number.NaN];
  for (const { start, value: values, availableAt } of series) {
    for (const [i, at] of start.entries()) {
      if (availableAt[i] > asOf || at < newest) continue;
      [newest, value] = [at, values[i]];
    }
  }
  return value;
}
