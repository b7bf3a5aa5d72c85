import { type LegendEntry, columnLabels, drawChart, line, rectangle } from './chart.ts';

export interface BarChart {
  title: string;
  axisTitle: string;
  labels: readonly string[];
  /** 0 or more, one for each label. */
  bars: { name: string; values: readonly number[] };
  /** Drawn as a mark across each bar. */
  marks?: { name: string; values: readonly number[] } | undefined;
}

/** Bars from zero, with the yardstick's value marked on each. */
export function barChart({ title, axisTitle, labels, bars, marks }: BarChart): string {
  const highest = Math.max(...bars.values, ...(marks?.values ?? []));
  const legend: LegendEntry[] = [
    { text: bars.name, mark: rectangle({ x: 4, y: 0, width: 10, height: 10 }, 'model') },
  ];
  if (marks !== undefined)
    legend.push({ text: marks.name, mark: line({ x1: 0, x2: 18, y1: 5, y2: 5 }, 'rival') });
  return drawChart({ title, axisTitle, legend, domain: { low: 0, high: highest } }, (plot) => {
    const step = (plot.right - plot.left) / labels.length;
    const width = Math.min(48, step * 0.64);
    const center = (i: number) => plot.left + (i + 0.5) * step;
    return [
      ...bars.values.map((value, i) =>
        rectangle(
          { x: center(i) - width / 2, y: plot.y(value), width, height: plot.y(0) - plot.y(value) },
          'model',
        ),
      ),
      ...(marks?.values ?? []).map((value, i) => {
        const reach = width / 2 + 3;
        return line(
          { x1: center(i) - reach, x2: center(i) + reach, y1: plot.y(value), y2: plot.y(value) },
          'rival',
        );
      }),
      ...columnLabels(labels, plot),
    ];
  });
}
