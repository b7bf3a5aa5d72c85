import 'uplot/dist/uPlot.min.css';
import './chart.css';
import type uPlot from 'uplot';
import { useCallback, useMemo } from 'react';
import { useFormat } from '../i18n/format.ts';
import { ChartFrame, type ChartTable, type LegendEntry } from './chart-frame.tsx';
import { type DataColour, cssColour, resolveColour } from './colours.ts';
import { drawZero, plainAxis, signedStroke, valueAxis, valueRange } from './plot-style.ts';
import { PlotHost } from './plot-host.tsx';
import type { FileSubject } from './save-file.ts';
import { tooltipPlugin } from './tooltip.ts';
import { usePlot } from './use-plot.ts';

interface DurationCurveProps {
  label: string;
  unit: string;
  series: readonly { label: string; colour: DataColour; values: readonly (number | null)[] }[];
  /** Name of the share of hours. */
  share: string;
  file: FileSubject;
}

const HEIGHT = 340;
const POINTS = 500;

/** How much of the time a price was as high as that or higher: the hours in falling order. */
export function DurationCurve({ label, unit, series, share, file }: DurationCurveProps) {
  const format = useFormat();
  const rows = useMemo(() => series.map(({ values }) => quantiles(values)), [series]);
  const data = useMemo((): uPlot.AlignedData => [SHARES, ...rows], [rows]);
  const content = useCallback(
    (index: number) => ({
      title: `${format.percent(SHARES[index] ?? 0)} ${share}`,
      rows: series.map((one, row) => ({
        label: one.label,
        value: format.price(rows[row]?.[index] ?? 0),
        colour: cssColour(one.colour),
      })),
    }),
    [series, rows, share, format],
  );
  const build = useCallback(
    () => ({
      legend: { show: false },
      padding: [8, 24, 0, 0] satisfies uPlot.Padding,
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
      scales: {
        x: { time: false },
        y: { range: (_: uPlot, min: number, max: number) => valueRange(min, max) },
      },
      axes: [
        { ...plainAxis(), values: (_: uPlot, splits: number[]) => splits.map((at) => format.percent(at, 0)) },
        valueAxis(format.number),
      ],
      series: [
        {},
        ...series.map(({ colour }) => {
          const stroke = resolveColour(colour);
          return {
            stroke: (plot: uPlot) => signedStroke(plot, stroke, resolveColour('negative')),
            width: 2,
            points: { show: false },
          };
        }),
      ],
      hooks: { draw: [drawZero] },
      plugins: [tooltipPlugin(content)],
    }),
    [series, content, format],
  );
  const plot = usePlot(build, data, HEIGHT);
  const table = useMemo(
    (): ChartTable => ({
      head: [share, ...series.map((one) => one.label)],
      rowCount: SHARES.length,
      shownRow: (index) => [
        format.percent(SHARES[index] ?? 0),
        ...rows.map((row) => format.price(row[index] ?? 0)),
      ],
      fileRow: (index) => [SHARES[index], ...rows.map((row) => row[index])],
    }),
    [series, rows, share, format],
  );
  const legend = series.map((one): LegendEntry => ({ label: one.label, colour: cssColour(one.colour) }));
  return (
    <ChartFrame label={label} unit={unit} legend={legend} table={table} file={file} plot={plot}>
      <PlotHost
        label={label}
        shown={plot}
        height={HEIGHT}
        count={SHARES.length}
        xAt={(index) => SHARES[index] ?? 0}
        contentAt={content}
      />
    </ChartFrame>
  );
}

const SHARES = Array.from({ length: POINTS + 1 }, (_, index) => (index / POINTS) * 100);

function quantiles(values: readonly (number | null)[]): (number | null)[] {
  const falling = values.filter((value) => value !== null).toSorted((a, b) => b - a);
  return SHARES.map((share) => falling[Math.round((share / 100) * (falling.length - 1))] ?? null);
}
