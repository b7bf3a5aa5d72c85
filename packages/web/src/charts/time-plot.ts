import uPlot from 'uplot';
import { repeatedHourMark, madridDay, madridHour } from '../time/madrid-time.ts';
import type { ChartMark, ChartSeries, TimeChartData } from './chart-series.ts';
import { type DataColour, resolveColour } from './colours.ts';
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

const FONT = '12px Inter, system-ui, sans-serif';
const HEADROOM = 0.06;
const DENSE_POINTS = 800;

/** Columns for the plot: starts in seconds, then the band's edges, then the series; the last period is closed by a repeated value. */
export function plotColumns({ startsMs, periodMs, series, band }: TimeChartData): uPlot.AlignedData {
  const last = startsMs.at(-1);
  if (last === undefined) return [[]];
  const close = (values: readonly (number | null)[]) => [...values, values.at(-1) ?? null];
  const times = [...startsMs, last + periodMs].map((ms) => ms / 1000);
  const edges = band === undefined ? [] : [close(band.low), close(band.high)];
  return [times, ...edges, ...stacked(series).map(close)];
}

/** Each stacked series on top of those before it; the others as they are. */
function stacked(series: readonly ChartSeries[]): (number | null)[][] {
  let below: (number | null)[] = [];
  return series.map(({ kind, values }) => {
    if (kind !== 'stack') return [...values];
    below = values.map((value, i) => (value === null ? (below[i] ?? null) : value + (below[i] ?? 0)));
    return below;
  });
}

export function timePlotOptions(data: TimeChartData, texts: TimePlotTexts): PlotOptions {
  const { band, series, marks = [] } = data;
  const axis = resolveColour('axis');
  const grid = { stroke: resolveColour('grid'), width: 1 };
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
        stroke: axis,
        font: FONT,
        grid: { show: false },
        ticks: { show: false },
        size: 44,
        splits: (plot, _axis, min, max) => timeSplits(min, max, plot.bbox.width / devicePixelRatio),
        values: (_, splits) => hourLabels(splits, texts.day),
      },
      {
        stroke: axis,
        font: FONT,
        grid,
        ticks: { show: false },
        size: 52,
        space: 36,
        values: (_, splits) => splits.map((value) => texts.axisValue(value)),
      },
    ],
    series: [
      {},
      ...(band === undefined ? [] : [edge, { ...edge }]),
      ...series.map((one) => seriesOptions(one, stepped, data.startsMs.length > DENSE_POINTS)),
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
  if (kind === 'stack') return { ...common, fill: stroke, width: 0, paths: stepped };
  return {
    ...common,
    stroke: colour === 'price' ? (plot) => signedStroke(plot, stroke, resolveColour('negative')) : stroke,
    width: isThin || isDense ? 1 : 2,
    ...(kind === 'step' && { paths: stepped }),
  };
}

/** The colour of prices above zero, and that of negative prices below. */
function signedStroke(plot: uPlot, above: string, below: string): CanvasGradient | string {
  const { min = 0 } = plot.scales['y'] ?? {};
  if (min >= 0) return above;
  const { top, height } = plot.bbox;
  const zero = (plot.valToPos(0, 'y', true) - top) / height;
  if (!(zero > 0 && zero < 1)) return zero <= 0 ? below : above;
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(zero, above);
  gradient.addColorStop(zero, below);
  return gradient;
}

/** Zero is always in sight, and nothing touches the frame. */
function valueRange(min: number | null, max: number | null): [number, number] {
  const low = Math.min(0, min ?? 0);
  const high = Math.max(0, max ?? 0);
  const room = (high - low || 1) * HEADROOM;
  return [low < 0 ? low - room : 0, high + room];
}

/** Hours as 00 to 23; midnight has the day below it. */
function hourLabels(splits: number[], dayText: (day: string) => string): string[] {
  return splits.map((at) => {
    const hour = madridHour(at * 1000);
    const text = `${String(hour).padStart(2, '0')}${repeatedHourMark(at * 1000)}`;
    return hour === 0 ? `${text}\n${dayText(madridDay(at * 1000))}` : text;
  });
}

function drawBoundaries(plot: uPlot): void {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  for (const at of midnights(min, max)) verticalLine(plot, at, 'grid', []);
}

function drawMarks(plot: uPlot, marks: readonly ChartMark[]): void {
  horizontalZero(plot);
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  for (const { atMs, label, kind } of marks) {
    const at = atMs / 1000;
    if (at < min || at > max) continue;
    const colour: DataColour = kind === 'now' ? 'now' : 'axis';
    const x = verticalLine(plot, at, colour, kind === 'now' ? [] : [2, 3]);
    labelAbove(plot, x, label, colour);
  }
}

function horizontalZero(plot: uPlot): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(0, 'y', true)) + 0.5;
  if (y < bbox.top || y > bbox.top + bbox.height + 1) return;
  ctx.save();
  ctx.strokeStyle = resolveColour('zero');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
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
