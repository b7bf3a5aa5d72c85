import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Format, useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { madridClock, madridDay, madridInstant, madridSpan } from '../time/madrid-time.ts';
import { ChartFrame, type ChartTable } from './chart-frame.tsx';
import { type FileSubject, TIME_HEADS, timeCells } from './save-file.ts';
import type { TimeChartData } from './chart-series.ts';
import { cssColour } from './colours.ts';
import { plotColumns } from './plot-columns.ts';
import { PlotHost } from './plot-host.tsx';
import { timePlotOptions } from './time-plot.ts';
import type { TooltipContent } from './tooltip.ts';
import { usePlot } from './use-plot.ts';

const DAY_MS = 86_400_000;

interface TimeChartProps {
  /** Says what is shown, to those who do not see it. */
  label: string;
  /** Of the file behind the chart; its days are those that are shown. */
  file: Omit<FileSubject, 'days'>;
  data: TimeChartData;
  unit: string;
  /** Decimals of the values. */
  decimals?: number;
  height?: number;
  syncKey?: string;
  /** What changes the picture, beside the legend. */
  controls?: ReactNode;
  /** Further entries of the legend: those that switch series on and off. */
  legendEnd?: ReactNode;
  /** Called with the start of the period that was chosen by a click or Enter. */
  onChoose?: (startMs: number) => void;
}

/** Values over delivery periods: lines that hold for their period, bars, stacks, an interval; with a table and a file behind. */
export function TimeChart({
  label,
  file,
  data,
  unit,
  decimals = 2,
  height = 320,
  syncKey,
  controls,
  legendEnd,
  onChoose,
}: TimeChartProps) {
  const t = useMessages('shell.timeChart');
  const common = useMessages('shell.common');
  const format = useFormat();
  const content = useCallback(
    (index: number) => contentAt({ data, index, format, decimals, unit, zone: common('madridTime') }),
    [data, format, decimals, unit, common],
  );
  const build = useCallback(
    () =>
      timePlotOptions(data, {
        axisValue: format.number,
        day: format.day,
        tooltip: content,
        syncKey,
      }),
    [data, format, content, syncKey],
  );
  const columns = useMemo(() => plotColumns(data), [data]);
  const plot = usePlot(build, columns, height);
  const table = useMemo(() => {
    const start = data.areInstants === true ? t('instant') : t('start');
    return tableOf({ data, format, decimals, unit, start, low: t('low'), high: t('high') });
  }, [data, format, decimals, unit, t]);

  const choose = (index: number) => {
    const start = data.startsMs[index];
    if (start !== undefined) onChoose?.(start);
  };

  return (
    <ChartFrame
      label={label}
      unit={unit}
      legend={legendOf(data)}
      legendEnd={legendEnd}
      table={table}
      file={{ ...file, days: daysOf(data) }}
      plot={plot}
      controls={controls}
    >
      <PlotHost
        label={label}
        shown={plot}
        height={height}
        count={data.startsMs.length}
        xAt={(index) =>
          ((data.startsMs[index] ?? 0) + (data.areInstants === true ? 0 : data.periodMs / 2)) / 1000
        }
        contentAt={content}
        onChoose={choose}
      />
    </ChartFrame>
  );
}

function daysOf({ startsMs, areInstants = false }: TimeChartData): string[] {
  const [first, last] = [startsMs[0], startsMs.at(-1)];
  if (first === undefined || last === undefined) return [];
  // The last instant is the end of a day, midnight of the next.
  return [madridDay(first), madridDay(areInstants ? last - 1 : last)];
}

function legendOf({ series, bands = [] }: TimeChartData) {
  const lines = series.map(({ label, colour, dash, kind, isSwitched, isPassing = false }) => ({
    label,
    colour: cssColour(colour),
    isDashed: dash !== undefined,
    isBlock: kind === 'stack' || kind === 'bars',
    isSwitched,
    isPassing,
  }));
  // The narrowest first, as the tooltip has them.
  const blocks = bands.toReversed().map(({ label, colour }) => ({
    label,
    colour: cssColour(colour),
    isDashed: false,
    isBlock: true,
  }));
  return [
    ...lines.filter(({ isPassing }) => !isPassing),
    ...blocks,
    ...lines.filter(({ isPassing }) => isPassing),
  ];
}

interface ContentInput {
  data: TimeChartData;
  index: number;
  format: Format;
  decimals: number;
  unit: string;
  zone: string;
}

function contentAt({ data, index, format, decimals, unit, zone }: ContentInput): TooltipContent | undefined {
  const { startsMs, periodMs, areInstants, series, bands = [] } = data;
  const start = startsMs[Math.min(index, startsMs.length - 1)];
  if (start === undefined) return undefined;
  const at = Math.min(index, startsMs.length - 1);
  const show = (value: number, own = decimals) => format.number(value, own);
  const rows = series.flatMap(({ label, values, colour, decimals: own }) => {
    const value = values[at];
    return typeof value === 'number' ? [{ label, value: show(value, own), colour: cssColour(colour) }] : [];
  });
  for (const band of bands.toReversed()) {
    const [low, high] = [band.low[at], band.high[at]];
    if (typeof low !== 'number' || typeof high !== 'number') continue;
    rows.push({ label: band.label, value: `${show(low)} … ${show(high)}`, colour: cssColour(band.colour) });
  }
  if (periodMs >= DAY_MS) return { title: `${format.day(madridDay(start))} · ${unit}`, rows };
  const offset = madridInstant(start).slice(-6);
  const hours = areInstants === true ? madridClock(start) : madridSpan(start, start + periodMs);
  return { title: `${format.day(madridDay(start))}, ${hours} ${zone} (${offset}) · ${unit}`, rows };
}

interface TableInput {
  data: TimeChartData;
  format: Format;
  decimals: number;
  unit: string;
  start: string;
  low: string;
  high: string;
}

function tableOf({ data, format, decimals, unit, start, low, high }: TableInput): ChartTable {
  const { startsMs, series, bands = [] } = data;
  const columns = [
    ...series.map(({ label, values, hasOwnUnit, decimals: own = decimals }) => ({
      label,
      values,
      digits: own,
      unit: hasOwnUnit ? undefined : unit,
    })),
    ...bands.map((band) => ({ label: band.edges?.low ?? low, values: band.low, digits: decimals, unit })),
    ...bands.toReversed().map((band) => ({
      label: band.edges?.high ?? high,
      values: band.high,
      digits: decimals,
      unit,
    })),
  ];
  return {
    head: [start, ...columns.map(({ label }) => label)],
    rowCount: startsMs.length,
    shownRow(index) {
      const at = startsMs[index] ?? 0;
      const shown = columns.map(({ values, digits }) => {
        const value = values[index];
        return typeof value === 'number' ? format.number(value, digits) : '';
      });
      const day = format.day(madridDay(at));
      return [data.periodMs >= DAY_MS ? day : `${day}, ${madridClock(at)}`, ...shown];
    },
    fileHead: [
      ...TIME_HEADS,
      ...columns.map(({ label, unit: own }) => (own === undefined ? label : `${label} (${own})`)),
    ],
    fileRow: (index) => [...timeCells(startsMs[index] ?? 0), ...columns.map(({ values }) => values[index])],
  };
}
