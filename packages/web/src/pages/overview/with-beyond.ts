import type { ProductSummary } from '@lonja/client';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { drawDots } from '../../charts/draw-dots.ts';
import { type Locale, wordsOf } from '../../i18n/texts.ts';

/** The chart of some days with circles around the points of their forecasts that lie beyond anything cleared. */
export function withBeyond(
  chart: TimeChartData,
  days: ProductSummary['days'],
  locale: Locale,
): TimeChartData {
  const beyond = new Map(
    days.flatMap(({ points }) =>
      points.flatMap(({ time, value, beyond_cleared: marks }) =>
        marks?.value === undefined ? [] : [[Date.parse(time), value] as const],
      ),
    ),
  );
  if (beyond.size === 0) return chart;
  const label = wordsOf('parts.beyondCleared', locale).column;
  const values = chart.startsMs.map((start) => beyond.get(start) ?? null);
  return {
    ...chart,
    drawMore: drawDots,
    series: [...chart.series, { label, colour: 'spike', kind: 'dots', values }],
  };
}
