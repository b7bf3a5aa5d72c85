import uPlot from 'uplot';
import { repeatedHourMark, madridDay, madridHour } from '../time/madrid-time.ts';
import type { ChartMark, ChartSeries, TimeChartData } from './chart-series.ts';
import { type DataColour, resolveColour } from './colours.ts';
import { drawnRows } from './plot-columns.ts';
import { drawZero, plainAxis, signedStroke, valueAxis, valueRange } from './plot-style.ts';
import { midnights, timeSplits } from './time-axis.ts';
import { type TooltipContent, tooltipPlugin } from './tooltip.ts';
import type { PlotOptions } from './use-plot.ts';

export interface TimePlotTexts {
  /** A label of the value axis. */
  axisValue: (value: number) => string;
  day: (day: string) => string;
  tooltip: (index: number) => TooltipContent | undefined;
  /** Charts with the same key show the same instant under the cursor. */
  syncKey?: string | undefined;
}

const DENSE_POINTS = 800;

export function timePlotOptions(data: TimeChartData, texts: TimePlotTexts): PlotOptions {
  const { band, series, marks = [] } = data;
  const stepped = stepPaths();
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false }, paths: stepped };
  return {
    legend: { show: false },
    padding: [18, 8, 0, 0],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: true },
      ...(texts.syncKey !== undefined && { sync: { key: texts.syncKey } }),
    },
    scales: { x: { time: false }, y: { range: (_, min, max) => valueRange(min, max) } },
    axes: [
      {
        ...plainAxis(),
        size: 44,
        splits: (plot, _axis, min, max) => timeSplits(min, max, plot.bbox.width / devicePixelRatio),
        values: (_, splits) => timeLabels(splits, texts.day),
      },
      valueAxis(texts.axisValue),
    ],
    series: [
      {},
      ...(band === undefined ? [] : [edge, { ...edge }]),
      ...drawnRows(series).map((one) => seriesOptions(one, stepped, data.startsMs.length > DENSE_POINTS)),
    ],
    ...(band !== undefined && { bands: [{ series: [2, 1], fill: resolveColour(band.colour) }] }),
    hooks: { drawClear: [(plot) => drawBoundaries(plot)], draw: [(plot) => drawMarks(plot, marks)] },
    plugins: [tooltipPlugin(texts.tooltip)],
  };
}

function stepPaths(): uPlot.Series.PathBuilder {
  const build = uPlot.paths.stepped?.({ align: 1 });
  if (build === undefined) throw new Error('This build of uPlot draws no steps.');
  return build;
}

function seriesOptions(
  series: ChartSeries,
  stepped: uPlot.Series.PathBuilder,
  isDense: boolean,
): uPlot.Series {
  const { kind = 'step', colour, isThin, dash } = series;
  const stroke = resolveColour(colour);
  const common: uPlot.Series = { points: { show: false }, ...(dash && { dash }) };
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.8, 60], align: 1 });
    return { ...common, fill: stroke, width: 0, ...(paths && { paths }) };
  }
  if (kind === 'stack') return { ...common, fill: stroke, fillTo: 0, width: 0, paths: stepped };
  return {
    ...common,
    stroke: colour === 'price' ? (plot) => signedStroke(plot, stroke, resolveColour('negative')) : stroke,
    width: isThin || isDense ? 1 : 2,
    ...(kind === 'step' && { paths: stepped }),
  };
}

/** Hours as 00 to 23, with the day below midnight; the day alone where there is no room for hours. */
function timeLabels(splits: number[], dayText: (day: string) => string): string[] {
  const areDays = splits.length > 1 && splits.every((at) => madridHour(at * 1000) === 0);
  return splits.map((at) => {
    const hour = madridHour(at * 1000);
    const day = dayText(madridDay(at * 1000));
    if (areDays) return day;
    const text = `${String(hour).padStart(2, '0')}${repeatedHourMark(at * 1000)}`;
    return hour === 0 ? `${text}\n${day}` : text;
  });
}

function drawBoundaries(plot: uPlot): void {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  for (const at of midnights(min, max)) verticalLine(plot, at, 'grid', []);
}

function drawMarks(plot: uPlot, marks: readonly ChartMark[]): void {
  drawZero(plot);
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  for (const { atMs, label, kind } of marks) {
    const at = atMs / 1000;
    if (at < min || at > max) continue;
    const colour: DataColour = kind === 'now' ? 'now' : 'axis';
    const x = verticalLine(plot, at, colour, kind === 'now' ? [] : [2, 3]);
    labelAbove(plot, x, label, colour);
  }
}

/** Draws the line and gives its place, canvas pixels. */
function verticalLine(plot: uPlot, atS: number, colour: DataColour, dash: number[]): number {
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(atS, 'x', true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = resolveColour(colour);
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
  return x;
}

function labelAbove({ ctx, bbox }: uPlot, x: number, text: string, colour: DataColour): void {
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px Inter, system-ui, sans-serif`;
  ctx.fillStyle = resolveColour(colour);
  const half = ctx.measureText(text).width / 2;
  const centre = Math.min(Math.max(x, bbox.left + half), bbox.left + bbox.width - half);
  ctx.textAlign = 'center';
  ctx.fillText(text, centre, bbox.top - 5 * devicePixelRatio);
  ctx.restore();
}
