import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ChartBand } from '../charts/chart-series.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { createStoredValue } from '../stored-value.ts';

/** Intervals around a forecast, by the percent of prices that should lie in them. */
export const INTERVALS = ['50', '80', '95'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Quantiles, in percent, that the intervals end at and that not every forecast brings along: p10 and p90 it always has. */
export const FAN_PERCENTS = [2.5, 25, 75, 97.5] as const;

type Percent = 10 | 90 | (typeof FAN_PERCENTS)[number];

const ENDS: Record<Interval, { low: Percent; high: Percent; colour: ChartBand['colour'] }> = {
  50: { low: 25, high: 75, colour: 'band-near' },
  80: { low: 10, high: 90, colour: 'band' },
  95: { low: 2.5, high: 97.5, colour: 'band-far' },
};

const DEFAULT: readonly Interval[] = ['80'];
const stored = createStoredValue('lonja.intervals');

/** The intervals that are drawn around forecasts, wherever they are drawn. */
export function useIntervals(): [readonly Interval[], (wanted: readonly Interval[]) => void] {
  const text = useSyncExternalStore(stored.subscribe, stored.get);
  const intervals = useMemo(() => readIntervals(text), [text]);
  return [intervals, (wanted) => stored.set(wanted.join() === DEFAULT.join() ? null : wanted.join())];
}

/** The quantiles that the intervals end at beside p10 and p90, in percent. */
export function extraPercents(intervals: readonly Interval[]): number[] {
  return FAN_PERCENTS.filter((percent) =>
    intervals.some((interval) => percent === ENDS[interval].low || percent === ENDS[interval].high),
  );
}

export function readIntervals(text: string | null): readonly Interval[] {
  const wanted = text?.split(',') ?? [];
  const known = INTERVALS.filter((interval) => wanted.includes(interval));
  return known.length === 0 ? DEFAULT : known;
}

/** One row of a quantile over the periods of a chart; undefined where it did not come along. */
type RowOf = (percent: Percent) => readonly (number | null)[] | undefined;

/** Makes the bands of the chosen intervals of rows of quantiles, the widest first. */
export function useBands(intervals: readonly Interval[]): (rowOf: RowOf) => ChartBand[] {
  const t = useMessages('shell.intervals');
  const format = useFormat();
  return useCallback(
    (rowOf) =>
      intervals.toReversed().flatMap((interval): ChartBand[] => {
        const { low, high, colour } = ENDS[interval];
        const [lows, highs] = [rowOf(low), rowOf(high)];
        if (lows === undefined || highs === undefined) return [];
        const name = (percent: Percent) => format.number(percent, Number.isInteger(percent) ? 0 : 1);
        return [
          {
            label: t('band', {
              share: format.percent(Number(interval), 0),
              low: name(low),
              high: name(high),
            }),
            low: lows,
            high: highs,
            edges: { low: t('edge', { percent: name(low) }), high: t('edge', { percent: name(high) }) },
            colour,
          },
        ];
      }),
    [intervals, t, format],
  );
}
