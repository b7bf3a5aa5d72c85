import { weekdayOf } from '../../market/delivery-day.ts';
import type { ReportPeriod } from '../report-input.ts';
import { type Plot, drawChart, line, rectangle, round, text } from './chart.ts';

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** Forecast with its 10-90 % band over the prices that came, in steps: a price holds for its period. */
export function forecastChart(
  { title, axisTitle }: { title: string; axisTitle: string },
  periods: readonly ReportPeriod[],
): string {
  const lows = periods.map(({ p10, actual }) => Math.min(p10, actual));
  const highs = periods.map(({ p90, actual }) => Math.max(p90, actual));
  const domain = { low: Math.min(0, ...lows), high: Math.max(0, ...highs) };
  const legend = [
    { text: 'actual', mark: line({ x1: 0, x2: 18, y1: 5, y2: 5 }, 'actual-line') },
    { text: 'forecast', mark: line({ x1: 0, x2: 18, y1: 5, y2: 5 }, 'model-line') },
    { text: '10-90 % band', mark: rectangle({ x: 0, y: 0, width: 18, height: 10 }, 'band') },
  ];
  return drawChart({ title, axisTitle, legend, domain }, (plot) => {
    const x = (i: number) => plot.left + (i / periods.length) * (plot.right - plot.left);
    const steps = (values: number[]) =>
      values.flatMap((value, i) => {
        const y = round(plot.y(value));
        return [`${round(x(i))},${y}`, `${round(x(i + 1))},${y}`];
      });
    const upper = steps(periods.map(({ p90 }) => p90));
    const lower = steps(periods.map(({ p10 }) => p10)).reverse();
    const polyline = (values: number[], classes: string) =>
      `<polyline class="${classes}" points="${steps(values).join(' ')}"/>`;
    return [
      ...drawDays(periods, plot, x),
      `<polygon class="band" points="${[...upper, ...lower].join(' ')}"/>`,
      polyline(
        periods.map(({ actual }) => actual),
        'actual-line',
      ),
      polyline(
        periods.map(({ value }) => value),
        'model-line',
      ),
    ];
  });
}

function drawDays(periods: readonly ReportPeriod[], plot: Plot, x: (i: number) => number): string[] {
  return periods.flatMap(({ time }, i) => {
    const day = time.slice(0, 10);
    if (i > 0 && periods[i - 1].time.startsWith(day)) return [];
    const name = `${WEEKDAYS[weekdayOf(day)]} ${day.slice(8)}`;
    return [
      line({ x1: x(i), x2: x(i), y1: plot.top, y2: plot.bottom }, 'grid'),
      text({ x: x(i) + 3, y: plot.bottom + 18 }, name, 'label'),
    ];
  });
}
